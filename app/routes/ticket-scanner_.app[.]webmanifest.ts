import type { LoaderFunctionArgs } from '@remix-run/node'
import { defaultBrand } from '#core/brand.ts'
import { dark } from '#core/palette.ts'
import * as paths from '#core/paths.ts'
import { readShell } from '#server/shell.server.ts'

/** Serves the manifest by which phones install the scanner: an app of its own beside the site, that opens on the door. */
export async function loader(args: LoaderFunctionArgs) {
  const { name } = await readShell(args).then(
    ({ brand }) => brand,
    () => defaultBrand,
  )
  const icon = (file: string, size: number) => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  })
  const manifest = {
    id: paths.ticketScanner(),
    name: `${name} door`,
    short_name: 'Door',
    description: 'Scan tickets at the door, with or without a network.',
    start_url: paths.ticketScanner(),
    scope: paths.ticketScanner(),
    display: 'standalone',
    background_color: dark.ground,
    theme_color: dark.ground,
    icons: [
      icon('icon-192', 192),
      icon('icon-512', 512),
      { ...icon('icon-maskable-512', 512), purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'private, no-cache',
    },
  })
}
