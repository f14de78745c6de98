import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './button.tsx'
import * as css from './rail.css.ts'

/**
 * Renders two buttons that scroll a rail, for people with a pointer; a thumb needs none.
 * @param rail id of the rail's heading
 */
export function RailButtons({ rail }: { rail: string }) {
  const scroll = (screens: number) => {
    const row = document.getElementById(rail)?.closest('section')?.querySelector('ul')
    row?.scrollBy({ left: screens * 0.8 * row.clientWidth, behavior: 'smooth' })
  }
  return (
    <div className={css.buttons}>
      <IconButton label="Scroll back" variant="secondary" onClick={() => scroll(-1)}>
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label="Scroll on" variant="secondary" onClick={() => scroll(1)}>
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
