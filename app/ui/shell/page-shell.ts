import { useMatches, useRouteError } from '@remix-run/react'
import type { ComponentType, ReactNode } from 'react'
import type { Brand } from '#core/brand.ts'

/** Describes a header and footer of a page's own, which only pages that use them download. */
export type OwnShell = {
  Header: ComponentType<{ brand: Brand; status: ReactNode }>
  Footer: ComponentType<{ brand: Brand }>
}

/** Names the shells: the site's header, footer and bottom bar; nothing around the page; a header and footer of its own. */
export type PageShell = 'site' | 'bare' | OwnShell

/**
 * Chooses a page's shell through its route's `handle`. Without it, or when the page fails, the site's shell is shown.
 * The innermost route that names a shell counts.
 */
export type ShellHandle<Data = unknown> = {
  /** Names the shell, or what chooses it by the route's loader data. */
  shell: PageShell | ((data: Data | undefined) => PageShell)
  /** Renders what a header of its own shows in its middle, from the route's loader data; undefined when none arrived. */
  status?: (data: Data | undefined) => ReactNode
}

/** Returns the shell of the current page and the content of its header. */
export function usePageShell(): { shell: PageShell; status: ReactNode } {
  // Outside of an error boundary this is null or undefined.
  const failed = useRouteError() != null
  const chosen = useMatches().findLast(({ handle }) => isShellHandle(handle))
  if (failed || !chosen || !isShellHandle(chosen.handle)) return { shell: 'site', status: null }
  const { shell, status } = chosen.handle
  return {
    shell: typeof shell === 'function' ? shell(chosen.data) : shell,
    status: status?.(chosen.data) ?? null,
  }
}

function isShellHandle(handle: unknown): handle is ShellHandle {
  return typeof handle === 'object' && handle !== null && 'shell' in handle
}
