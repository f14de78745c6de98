import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { sendWebResponse, toWebRequest, whenGone } from '#server/bridge.server.ts'
import { type Env, parseEnv, SettingsError } from '#server/env.server.ts'
import { createLog } from '#server/log.server.ts'
import { openStaticFiles } from '#server/static.server.ts'
import type { Visit } from '#server/visit.server.ts'

/** A running site. */
export type Site = { url: string; close(): Promise<void> }

/**
 * Serves the site.
 * @param env the site's settings
 * @param build Remix's server build
 * @param buildDir the folder that holds the build's `client` folder
 * @throws an error with code EADDRINUSE when the port is taken
 */
export async function startSite(env: Env, build: ServerBuild, buildDir = resolve('build')): Promise<Site> {
  const log = createLog(env.LOG_LEVEL)
  const files = openStaticFiles([resolve(buildDir, 'client'), resolve('public')])
  const remix = createRequestHandler(build, 'production')

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (files.serve(req, res)) return
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const set: string[] = []
    const requestId = randomUUID()
    const visit: Visit = {
      requestId,
      nonce: randomBytes(16).toString('base64'),
      address: req.socket.remoteAddress ?? '',
      cookies: { setCookie: (cookie) => void set.push(cookie), set },
      memo: new Map(),
      log: log.child({ requestId }),
      purgePages() {},
    }
    const request = toWebRequest(req, env.SITE_URL, Buffer.concat(chunks), whenGone(res))
    await sendWebResponse(req, res, await remix(request, { visit }), set)
  }

  const server = createServer(
    { maxHeaderSize: 16 * 1024, requestTimeout: 15_000, headersTimeout: 10_000 },
    (req, res) => {
      answer(req, res).catch((error) => {
        log.error({ err: error }, 'breakdown')
        if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' })
        res.end()
      })
    },
  )
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(env.PORT, env.HOST, listening)
  })
  return {
    url: env.SITE_URL,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) {
  try {
    const env = parseEnv(process.env)
    process.env.SITE_MODE = env.production ? 'production' : 'local'
    process.env.NODE_ENV = 'production'
    const buildDir = resolve(process.env.BUILD_DIR ?? 'build')
    const build = await import(pathToFileURL(resolve(buildDir, 'server/index.js')).href)
    const site = await startSite(env, build, buildDir)
    console.log(`Jouvay is open at ${site.url}`)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
