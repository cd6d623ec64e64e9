import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPage } from './src/frame/boot.ts'
import { loadFirstPage } from './src/frame/first-page.ts'
import { writeTillWorker } from './src/till/worker/write-worker.ts'

const page = (name: string): string => new URL(`pages/${name}.html`, import.meta.url).pathname

/**
 * React, the calls and the amounts: the till has to be small, and the others need them too. The tokens
 * are with them, because the styles of every page come after them.
 */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler)\/|createReactComponent|defaultAttributes|Icon(?:Send|X|AlertTriangle|CloudOff|Lock|Menu2)\.mjs|preload-helper|shown-money|web\/src\/(?:api|money\/amount|components\/(?:appearance|tokens)|texts\/(?:firm-spaces|language)|problems\/outside-text|session\/security|time\/zone)\b/

/**
 * The libraries and the shared parts of console, portal and account. Dialogs are apart, because a page
 * begins without one.
 */
const COMMON =
  /node_modules\/(?!idb\/|uqr\/|@tabler\/)|web\/src\/(?!components\/(?:act-dialog|shown-once))(?:components|frame|lists|money|payments|people|problems|session|sign-in|texts|time)\//

/** What signs in with a PIN: the till has it too, and must not load the styles of the others with it. */
const SHARED_WITH_TILL =
  /node_modules\/(?:react-intl|@formatjs|intl-messageformat)\/|web\/src\/(?:sign-in\/pin\/|components\/states|texts\/(?:states|texts)\b)/

const DIALOG = /@mantine\/core\/esm\/components\/Modal/

/** Each application has a page of its own. The platform serves the result (http/screens). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), writeTillWorker(), loadFirstPage(), bootPage()],
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
        // What every page begins with is few files: many small ones cost a request each, and pack worse.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 5 },
            { name: 'words', test: SHARED_WITH_TILL, priority: 4 },
            // What an application begins with.
            { name: 'frame', test: COMMON, tags: ['$initial'], priority: 3 },
            { name: 'dialog', test: DIALOG, priority: 2 },
            { name: 'icons', test: /@tabler/, minShareCount: 3, priority: 1 },
            // What many pages have.
            { name: 'parts', test: COMMON, minShareCount: 6 },
          ],
        },
        // A service worker's address never changes.
        entryFileNames: ({ name }) =>
          name === 'till-worker' ? 'till/sw.js' : 'screens/[name]-[hash].js',
      },
    },
  },
})
