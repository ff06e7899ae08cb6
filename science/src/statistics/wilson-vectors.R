# Makes wilson-vectors.json: Rscript wilson-vectors.R > wilson-vectors.json
# One line for each share of n up to 60: passed, n, and both ends of the interval as prop.test has them.
lines <- c()
for (n in 1:60) for (passed in 0:n) {
  ends <- suppressWarnings(prop.test(passed, n, correct = FALSE))$conf.int
  lines <- c(lines, sprintf("[%d, %d, %.17g, %.17g]", passed, n, ends[1], ends[2]))
}
cat("[\n", paste(lines, collapse = ",\n"), "\n]\n", sep = "")
