#!/usr/bin/env python3
"""Reference values for the statistics, made with SciPy and statsmodels.

    python3 crates/ludex-stats/tests/reference.py           writes reference.json beside this file
    python3 crates/ludex-stats/tests/reference.py --check   computes them anew and compares

Exit code 77 means that the packages are not installed (pip install scipy statsmodels).
"""

import json
import math
import pathlib
import sys

try:
    import numpy as np
    import scipy
    import statsmodels
    import statsmodels.api as sm
    from scipy import optimize, stats
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import proportion_confint
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

FILE = pathlib.Path(__file__).with_name("reference.json")
OUTCOMES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
ELO = 400 / math.log(10)


def rates():
    rows = []
    for hits, trials in [(0, 10), (1, 10), (5, 10), (10, 10), (81, 263), (999, 1000), (3, 100000), (1, 1)]:
        for confidence in [0.9, 0.95, 0.99]:
            wilson = proportion_confint(hits, trials, 1 - confidence, method="wilson")
            exact = proportion_confint(hits, trials, 1 - confidence, method="beta")
            rows.append({"hits": hits, "trials": trials, "confidence": confidence,
                         "wilson": list(map(float, wilson)), "clopper_pearson": list(map(float, exact))})
    return rows


def distributions():
    beta = [{"a": a, "b": b, "x": x, "cdf": stats.beta.cdf(x, a, b)}
            for a, b in [(0.5, 0.5), (2, 7), (300, 20), (5000, 5000)] for x in [0.01, 0.3, 0.5, 0.93, 0.999]]
    normal = [{"z": z, "cdf": stats.norm.cdf(z)} for z in [-8, -4, -1.5, 0, 0.3, 2, 5]]
    binomial = [{"hits": k, "trials": n, "rate": p, "p_value": stats.binomtest(k, n, p).pvalue}
                for k, n, p in [(8, 10, 0.5), (0, 7, 0.3), (60, 100, 0.5), (512, 1000, 0.5), (3, 40, 0.2)]]
    return {"beta": beta, "normal": normal, "binomial": binomial}


def corrections():
    rng = np.random.default_rng(4)
    lists = [[0.01, 0.04, 0.03], [0.2], [0.5, 0.5, 0.5], list(rng.uniform(size=25) ** 3), [1e-9, 1.0, 0.0499]]
    return [{"p": list(map(float, p)), "holm": multipletests(p, method="holm")[1].tolist(),
             "benjamini_hochberg": multipletests(p, method="fdr_bh")[1].tolist()} for p in lists]


def pair_scores():
    """The interval's defining equation, solved by root finding instead of by formula."""
    rows = []
    for counts in [[3, 10, 30, 12, 6], [0, 0, 20, 0, 0], [0, 0, 0, 0, 15], [1, 0, 48, 0, 1], [7, 1, 0, 2, 0]]:
        values = np.repeat(OUTCOMES, counts)
        n, mean, variance = len(values), values.mean(), values.var()
        share = (n * variance + 0.25) / (n * mean * (1 - mean) + 0.5)
        z = stats.norm.ppf(0.975)
        edge = lambda m: abs(mean - m) - z * math.sqrt(share * m * (1 - m) / n)
        low = optimize.brentq(edge, 1e-15, mean - 1e-15, xtol=1e-14) if mean > 0 else 0.0
        high = optimize.brentq(edge, mean + 1e-15, 1 - 1e-15, xtol=1e-14) if mean < 1 else 1.0
        rows.append({"counts": counts, "mean": mean, "variance": variance, "low": low, "high": high})
    return rows


def log_ratios():
    """The generalised likelihood ratio with both hypotheses fitted by a general optimiser."""
    rows = []
    for counts, first, second in [([3, 10, 30, 12, 6], 0, 30), ([10, 40, 100, 70, 20], -5, 25),
                                  ([0, 2, 30, 0, 0], 0, 10), ([0, 0, 0, 0, 12], 0, 200)]:
        weights = np.array(counts) + 0.01
        q = weights / weights.sum()

        def best(elo):
            mean = 1 / (1 + 10 ** (-elo / 400))
            off = OUTCOMES - mean
            root = optimize.brentq(lambda x: np.sum(q * off / (1 + x * off)), -1 / (1 - mean) + 1e-13,
                                   1 / mean - 1e-13, xtol=1e-15)
            p = q / (1 + root * off)
            assert abs(p.sum() - 1) < 1e-6 and abs(p @ OUTCOMES - mean) < 1e-6
            # Nothing near it with the same mean is likelier.
            free = optimize.minimize(lambda x: -np.sum(q * np.log(x)), p, bounds=[(1e-12, 1)] * 5, method="SLSQP",
                                     constraints=[{"type": "eq", "fun": lambda x: x.sum() - 1},
                                                  {"type": "eq", "fun": lambda x: x @ OUTCOMES - mean}])
            assert -free.fun <= np.sum(q * np.log(p)) + 1e-6
            return np.sum(q * np.log(p))

        rows.append({"counts": counts, "first": first, "second": second,
                     "llr": weights.sum() * (best(second) - best(first))})
    return rows


MEETINGS = [(0, 1, 12, 5, 3), (1, 0, 8, 4, 8), (0, 2, 15, 2, 3), (2, 0, 7, 6, 7), (1, 2, 10, 3, 7),
            (2, 1, 9, 5, 6), (3, 0, 2, 3, 15), (0, 3, 16, 2, 2), (3, 2, 5, 5, 10), (1, 3, 14, 4, 2)]


def ratings_without_draws():
    """Without draws it is logistic regression on the difference, with the first move as intercept."""
    rows, wins = [], []
    for first, second, won, _, lost in MEETINGS:
        row = np.zeros(4)
        row[0] = 1
        for agent, sign in [(first, 1), (second, -1)]:
            if agent > 0:
                row[agent] += sign
        rows.append(row)
        wins.append([won, lost])
    fit = sm.GLM(np.array(wins), np.array(rows), family=sm.families.Binomial()).fit(tol=1e-14)
    return {"ratings": [0.0] + [float(ELO * r) for r in fit.params[1:]],
            "errors": [0.0] + [float(ELO * e) for e in fit.bse[1:]],
            "first_move": float(ELO * fit.params[0]), "first_move_error": float(ELO * fit.bse[0])}


def ratings_with_draws():
    """Davidson's model by a general optimiser, with the curvature by finite differences."""

    def loss(x):
        r = np.concatenate([[0.0], x[:3]])
        total = 0.0
        for first, second, won, drawn, lost in MEETINGS:
            a, b = r[first] + x[3], r[second]
            logs = np.array([a, x[4] + (a + b) / 2, b])
            total -= np.array([won, drawn, lost]) @ (logs - np.log(np.exp(logs).sum()))
        return total

    fit = optimize.minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-9})
    fit = optimize.minimize(loss, fit.x, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 4000})
    step = 1e-4
    hessian = np.zeros((5, 5))
    for i in range(5):
        for j in range(5):
            def shifted(a, b):
                x = fit.x.copy()
                x[i] += a * step
                x[j] += b * step
                return loss(x)
            hessian[i, j] = (shifted(1, 1) - shifted(1, -1) - shifted(-1, 1) + shifted(-1, -1)) / (4 * step * step)
    errors = np.sqrt(np.diag(np.linalg.inv(hessian)))
    return {"ratings": [0.0] + [float(ELO * r) for r in fit.x[:3]], "errors": [0.0] + [float(ELO * e) for e in errors[:3]],
            "first_move": float(ELO * fit.x[3]), "first_move_error": float(ELO * errors[3]),
            "draw_tendency": float(math.exp(fit.x[4])), "log_likelihood": float(-loss(fit.x))}


def bootstraps():
    rows = []
    for seed, size in [(1, 30), (2, 200)]:
        data = np.random.default_rng(seed).choice(OUTCOMES, size=size, p=[0.1, 0.15, 0.3, 0.25, 0.2])
        result = stats.bootstrap((data,), np.mean, n_resamples=50000, method="percentile", confidence_level=0.95,
                                 random_state=np.random.default_rng(9))
        rows.append({"data": data.tolist(), "low": result.confidence_interval.low,
                     "high": result.confidence_interval.high})
    return rows


def make():
    values = {
        "made_with": {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "numpy": np.__version__},
        "rates": rates(), **distributions(), "corrections": corrections(), "pair_scores": pair_scores(),
        "log_ratios": log_ratios(),
        "meetings": [dict(zip(["first", "second", "wins", "draws", "losses"], row)) for row in MEETINGS],
        "without_draws": ratings_without_draws(), "with_draws": ratings_with_draws(), "bootstraps": bootstraps(),
    }
    return json.loads(json.dumps(values, default=float))


def differences(path, old, new):
    """Where two sets of values differ by more than computing does."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(set(old) | set(new)):
            yield from differences(f"{path}.{key}", old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (a, b) in enumerate(zip(old, new)):
            yield from differences(f"{path}[{at}]", a, b)
    elif isinstance(old, (int, float)) and isinstance(new, (int, float)):
        if abs(old - new) > 1e-6 * max(1.0, abs(old)):
            yield f"{path}: {old} before, {new} now"
    elif old != new:
        yield f"{path}: {old} before, {new} now"


def main():
    values = make()
    if "--check" not in sys.argv[1:]:
        FILE.write_text(json.dumps(values, indent=1) + "\n")
        return 0
    stored = json.loads(FILE.read_text())
    stored.pop("made_with")
    values.pop("made_with")
    found = list(differences("reference", stored, values))
    print("\n".join(found) or "the reference values are those of the installed packages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
