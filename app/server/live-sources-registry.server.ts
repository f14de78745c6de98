import { readEnv } from './env.server.ts'
import { demoSource } from './live-source-demo.server.ts'
import { ingestSource } from './live-source-ingest.server.ts'
import { muxSource } from './live-source-mux.server.ts'
import { originSource } from './live-source-origin.server.ts'
import type { LiveSettings, LiveSource, LiveSourceDefinition } from './live-sources-port.server.ts'

/**
 * The kinds of sources. A new one is a file beside this one, an entry here, and its row in `private.stream_source_kinds`; a test compares
 * the two lists.
 */
export const liveSources: readonly LiveSourceDefinition[] = [
  demoSource,
  originSource,
  muxSource,
  ingestSource,
]

/** Opens the sources whose settings are there. @returns them by name */
export function openLiveSources(settings: LiveSettings): Map<string, LiveSource> {
  const opened = liveSources.flatMap((definition) => {
    const source = definition.open(settings)
    return source ? [[definition.name, source] as const] : []
  })
  return new Map(opened)
}

/** Names the kinds that this site is set up for: Mux needs its keys, RTMP a port. */
export function availableSources(): string[] {
  const env = readEnv()
  return [...openLiveSources(env).keys()].filter((name) => name !== 'ingest' || env.RTMP_PORT !== undefined)
}
