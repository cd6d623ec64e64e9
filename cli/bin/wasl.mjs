#!/usr/bin/env node
// `npx wasl …`: the command line on the Node.js that the project is written for, whatever Node.js
// (20 or newer) runs this file.
import { join } from 'node:path'

process.argv.splice(2, 0, join(import.meta.dirname, '../src/main.ts'))
await import('../../scripts/run.mjs')
