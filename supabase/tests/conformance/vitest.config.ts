import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The conformance suite alone, against the Supabase that CONFORMANCE_URL and its fellows name; see target.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { include: ['*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false },
})
