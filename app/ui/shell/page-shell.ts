import { useMatches, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'

/** The shells: the site's header, footer and bottom bar; the checkout's header and footer; nothing around the page. */
export type ShellName = 'site' | 'checkout' | 'bare'

/**
 * Chooses a page's shell through its route's `handle`. Without it, or when the page fails, the site's shell is shown.
 * The innermost route that names a shell counts.
 */
export type ShellHandle<Data = unknown> = {
  /** The shell, or what chooses it by the route's loader data. */
  shell: ShellName | ((data: Data | undefined) => ShellName)
  /** Renders what the checkout's header shows in its middle, from the route's loader data; undefined when none arrived. */
  status?: (data: Data | undefined) => ReactNode
}

/** Returns the shell of the current page and the content of its header. */
export function usePageShell(): { shell: ShellName; status: ReactNode } {
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
