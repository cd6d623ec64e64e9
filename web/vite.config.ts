import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { writeTillWorker } from './src/till/worker/write-worker.ts'

const page = (name: string): string => new URL(`pages/${name}.html`, import.meta.url).pathname

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
        // A service worker's address never changes.
        entryFileNames: ({ name }) =>
          name === 'till-worker' ? 'till/sw.js' : 'screens/[name]-[hash].js',
      },
    },
  },
})
