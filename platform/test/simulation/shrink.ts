/** At most so many runs: a failing seed is to be shown within a minute. */
const RUNS_MAX = 150

/**
 * Delta debugging: leaves out steps, first many at once and then single ones, as long as the rest
 * still fails. Every step means something whatever is left out before it.
 */
export const shrink = async <Step>(
  steps: Step[],
  stillFails: (fewer: Step[]) => Promise<boolean>,
): Promise<Step[]> => {
  let runs = 0
  let kept = steps
  for (let size = Math.ceil(kept.length / 2); size >= 1;) {
    let isSmaller = false
    // From the end, because what comes after the failure is not needed at all.
    for (let from = kept.length - size; from > -size; from -= size) {
      if (runs >= RUNS_MAX) return kept
      const begin = Math.max(0, from)
      const fewer = [...kept.slice(0, begin), ...kept.slice(from + size)]
      if (fewer.length === kept.length) continue
      runs += 1
      if (!(await stillFails(fewer))) continue
      kept = fewer
      isSmaller = true
    }
    if (size === 1 && !isSmaller) return kept
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return kept
}
