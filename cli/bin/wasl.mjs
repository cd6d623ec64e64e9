#!/usr/bin/env node
// `npx --no-install wasl …`: the command line on the Node.js that the project is written for, whatever Node.js
// (20 or newer) runs this file.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)))
await import('../../scripts/run.mjs')
