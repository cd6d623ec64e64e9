/**
 * `npm run api:accept`: keeps the OpenAPI document of today as the last released one. It is part of a
 * release, and of a change that breaks callers on purpose, which the changelog names.
 */
import { writeFileSync } from 'node:fs'
import { copyOf, readCurrent, RELEASED } from './released.ts'

writeFileSync(RELEASED, copyOf(readCurrent()))
console.log('protocol/openapi.released.json was written. Name each broken caller in CHANGELOG.md.')
