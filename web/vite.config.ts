import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The server of a development run; the binary serves the built pages itself.
const server = process.env['QUEENHIGH_SERVER'] ?? 'http://127.0.0.1:7332'

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2023',
    // A data: address would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
