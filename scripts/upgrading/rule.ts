/** What a migration may say of the releases that run beside it (W281). */
import { numberOf } from '../../platform/src/base/database/runs-beside.ts'
import type { DescribedMigration } from './migrations.ts'

/** Those up to this one were made before the rule. No older release starts on what they make. */
const LAST_BEFORE_RULE = '0087'

/** @param made the last migration of each release that was made. */
export const brokenRules = (
  migrations: readonly DescribedMigration[],
  made: readonly string[],
): string[] =>
  migrations
    .filter(({ name }) => numberOf(name) > LAST_BEFORE_RULE)
    .flatMap((one) => {
      const problem = problemOf(one, migrations, made)
      return problem === null ? [] : [`${one.name}: ${problem}`]
    })

const problemOf = (
  { name, mark, takesAway }: DescribedMigration,
  all: readonly DescribedMigration[],
  made: readonly string[],
): string | null => {
  const previous = made.findLast((last) => last < name)
  if (mark === null) {
    return (
      'say in its head which older processes run on its schema: "-- expands: runs beside ' +
      `${numberOf(previous ?? LAST_BEFORE_RULE)}", with the number of their last migration`
    )
  }
  if (mark.kind === 'expands' && takesAway.length > 0) {
    return `it ${takesAway.join(' and ')}: that contracts, one release after its last use`
  }
  if (mark.beside >= numberOf(name) || !all.some((one) => numberOf(one.name) === mark.beside)) {
    return `no earlier migration has the number ${mark.beside}`
  }
  // The release before runs beside this one, and no other.
  if (previous !== undefined && mark.beside !== numberOf(previous)) {
    return `the release before it ends with ${numberOf(previous)}, and it says ${mark.beside}`
  }
  return null
}
