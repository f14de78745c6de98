import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { tool } from '#ui/shell/tools.css.ts'
import { Tooltip } from '#ui/tooltip.tsx'

/**
 * The header's icon button. It opens site search over the page (so does Ctrl or Cmd with K); before JavaScript arrives,
 * and where the box can't be fetched, it leads to the page that searches.
 */
export function SearchButton() {
  const [Box, setBox] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const [open, setOpen] = useState(false)

  const load = () => import('./search-box.tsx').then((loaded) => setBox(() => loaded.SearchBox))
  const show = () => {
    setOpen(true)
    load().catch(() => location.assign(paths.search()))
  }
  const prepare = () => void load().catch(() => undefined)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (document.querySelector('dialog[open], :is(input, textarea, select):focus')) return
      event.preventDefault()
      show()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  return (
    <>
      <form action={paths.search()}>
        <Tooltip label="Search">
          <button
            type="submit"
            className={tool}
            aria-label="Search"
            aria-haspopup="dialog"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={(event) => {
              event.preventDefault()
              show()
            }}
          >
            <Search size={21} aria-hidden="true" />
          </button>
        </Tooltip>
      </form>
      {open && Box && <Box onClose={() => setOpen(false)} />}
    </>
  )
}
