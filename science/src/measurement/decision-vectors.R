# Makes decision-vectors.json: Rscript decision-vectors.R > decision-vectors.json
# Figures are whole thousandths, so that ties are exact and decided without binary fractions. Probabilities are pnorm's,
# in the tail that keeps its digits. An absent limit is null.
set.seed(20261124)

decide <- function(rule, low, high, y, U) {
  inside <- y >= low && y <= high
  if (rule == "simple") return(if (inside) "pass" else "fail")
  if (y >= low + U && y <= high - U) return("pass")
  if (inside) return("conditional_pass")
  if (y >= low - U && y <= high + U) "conditional_fail" else "fail"
}

probability <- function(low, high, y, U) {
  if (U == 0) return(if (y >= low && y <= high) 1 else 0)
  below <- 2 * (low / 1000 - y / 1000) / (U / 1000)
  above <- 2 * (high / 1000 - y / 1000) / (U / 1000)
  if (below > 0) pnorm(below, lower.tail = FALSE) - pnorm(above, lower.tail = FALSE)
  else pnorm(above) - pnorm(below)
}

limits <- list(c(98000, Inf), c(-Inf, 500), c(90000, 110000), c(-500, 500), c(0, 2000))
widths <- c(0, 1, 40, 100, 400, 3000)
vectors <- list()
add <- function(rule, low, high, y, U)
  vectors[[length(vectors) + 1]] <<- list(rule = rule, low = low, high = high, y = y, U = U)

# Each end of each zone exactly, and one thousandth to either side of it.
for (limit in limits) for (U in c(0, 100, 400)) {
  end <- if (is.finite(limit[1])) limit[1] else limit[2]
  for (edge in unique(c(end - U, end, end + U))) for (step in c(-1, 0, 1))
    add("guard_band", limit[1], limit[2], edge + step, U)
}
while (length(vectors) < 200) {
  limit <- limits[[sample(length(limits), 1)]]
  end <- if (is.finite(limit[1])) limit[1] else limit[2]
  U <- sample(widths, 1)
  y <- end + round(rnorm(1, 0, 1.5 * max(U, 20)))
  add(sample(c("simple", "guard_band"), 1), limit[1], limit[2], y, U)
}

number <- function(x) if (is.finite(x)) sprintf("%.15g", x / 1000) else "null"
lines <- vapply(vectors, function(v) sprintf(
  '  { "rule": "%s", "low": %s, "high": %s, "y": %s, "U": %s, "decision": "%s", "p": %.17g }',
  v$rule, number(v$low), number(v$high), number(v$y), number(v$U),
  decide(v$rule, v$low, v$high, v$y, v$U), probability(v$low, v$high, v$y, v$U)), "")
cdf <- c(-37, -20, -8, -5, -3, -2.5, -2.0001, -2, -1.9999, -1, -0.5, -1e-9, 0, 0.3, 1, 1.96, 2, 2.1, 4, 8)
phi <- vapply(cdf, function(x) sprintf("  [%.15g, %.17g]", x, pnorm(x)), "")
cat('{\n"decisions": [\n', paste(lines, collapse = ",\n"), '\n],\n"cdf": [\n', paste(phi, collapse = ",\n"), "\n]\n}\n", sep = "")
