import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { writeTillWorker } from './src/till/worker/write-worker.ts'

const page = (name: string): string => new URL(`pages/${name}.html`, import.meta.url).pathname

/**
 * React, the calls and the amounts: the till has to be small, and the others need them too. The tokens
 * are with them, because the styles of every page come after them.
 */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler)\/|createReactComponent|defaultAttributes|Icon(?:Send|X|AlertTriangle|CloudOff|Menu2)\.mjs|preload-helper|shown-money|web\/src\/(?:api|shared\/(?:amount|appearance|language|outside-text|tokens|zone))\b/

/** Each application has a page of its own. The platform serves the result (http/screens). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), writeTillWorker()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: 'screens',
    // The policy allows no data: URL but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        console: page('console'),
        portal: page('portal'),
        till: page('till'),
        account: page('account'),
        'till-worker': new URL('src/till/worker/sw.ts', import.meta.url).pathname,
      },
      output: {
        // What every page begins with is one file: many small ones cost a header each, and pack worse.
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
        // A service worker's address never changes.
        entryFileNames: ({ name }) =>
          name === 'till-worker' ? 'till/sw.js' : 'screens/[name]-[hash].js',
      },
    },
  },
})
