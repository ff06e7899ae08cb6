# Makes kaplan-meier.json: Rscript kaplan-meier.R > kaplan-meier.json
# survfit and quantile of the package survival with their defaults (conf.type "log"); null stands for NA and Inf.
suppressMessages(library(survival))
set.seed(20261125)

sets <- list()
add <- function(time, done) sets[[length(sets) + 1]] <<- list(time = as.integer(time), done = as.integer(done))

add(4, 1)
add(4, 0)
add(0, 1)
add(c(3, 3, 7), c(0, 0, 0))
add(c(1, 2, 3, 4, 5), c(0, 0, 1, 0, 0))
add(c(1, 2, 3, 4), c(1, 1, 1, 1))
add(c(2, 2, 2, 2), c(1, 1, 1, 1))
add(c(2, 2, 5, 9), c(1, 1, 0, 0))
add(1:10, rep(1, 10))
add(1:10, c(rep(1, 9), 0))
add(c(1:9, 5), c(rep(1, 9), 0))
add(rep(c(0, 1, 2), 4), rep(c(1, 0), 6))
# Ties and censoring of every degree; few distinct times, so that curves lie on a quarter, a half and nine tenths exactly.
for (n in c(2, 3, 4, 5, 8, 10, 10, 12, 16, 20, 20, 34, 50, 80, 200)) for (censored in c(0, 0.1, 0.35, 0.7, 0.95)) {
  add(rpois(n, 5), rbinom(n, 1, 1 - censored))
  add(sample(0:6, n, replace = TRUE), rbinom(n, 1, 1 - censored))
  add(round(rexp(n, 1 / 15)), rbinom(n, 1, 1 - censored))
}

number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "null")
row <- function(x) paste0("[", paste(number(x), collapse = ", "), "]")
shares <- c(0.25, 0.5, 0.9)
lines <- vapply(sets, function(s) {
  fit <- survfit(Surv(time, done) ~ 1, data = s)
  quantiles <- vapply(shares, function(p) row(unlist(quantile(fit, p))), "")
  sprintf(
    '  { "time": %s, "done": %s,\n    "at": %s, "n_risk": %s, "n_event": %s, "n_censored": %s,\n    "survival": %s,\n    "std_error": %s,\n    "lower": %s,\n    "upper": %s,\n    "quantiles": [%s] }',
    row(s$time), row(s$done), row(fit$time), row(fit$n.risk), row(fit$n.event), row(fit$n.censor),
    row(fit$surv), row(fit$std.err), row(fit$lower), row(fit$upper), paste(quantiles, collapse = ", "))
}, "")
cat('{\n"shares": ', row(shares), ',\n"sets": [\n', paste(lines, collapse = ",\n"), "\n]\n}\n", sep = "")
