import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import type { StaffLink } from '#core/staff-pages.ts'
import { barButton, keys, wideOnly } from '#ui/office/office-layout.css.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

type PaletteProps = { pages: readonly StaffLink[]; onClose: () => void }

/**
 * Opens the command palette (so does Ctrl or Cmd with K, which opens site search elsewhere). Its code is fetched when it is
 * first wanted; before JavaScript arrives, and where it cannot be fetched, the button leads to the page that searches.
 */
export function PaletteButton({ pages }: { pages: readonly StaffLink[] }) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [open, setOpen] = useState(false)

  const load = () => import('./palette.tsx').then((loaded) => setPalette(() => loaded.Palette))
  const show = () => {
    setOpen(true)
    load().catch(() => location.assign(paths.adminSearch()))
  }
  const prepare = () => void load().catch(() => undefined)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      // The header listens for the same keys: on a staff page they are the palette's.
      event.stopImmediatePropagation()
      show()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  })

  return (
    <>
      <form action={paths.adminSearch()}>
        <button
          type="submit"
          className={barButton}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          data-testid="open-palette"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={(event) => {
            event.preventDefault()
            show()
          }}
        >
          <Search size={18} aria-hidden="true" />
          <VisuallyHidden>Search staff pages</VisuallyHidden>
          <span className={wideOnly} aria-hidden="true">
            Search
          </span>
          <span className={keys} aria-hidden="true">
            Ctrl K
          </span>
        </button>
      </form>
      {open && Palette && <Palette pages={pages} onClose={() => setOpen(false)} />}
    </>
  )
}
