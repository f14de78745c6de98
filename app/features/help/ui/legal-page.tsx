import { shortDate } from '#core/time.ts'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import type { LegalText } from '../help.types.ts'
import { Prose } from './prose.tsx'

/**
 * A legal text with the day from which it holds.
 * @param title its heading
 */
export function LegalPage({ title, text }: { title: string; text: LegalText }) {
  return (
    <div className={page}>
      <PageHeader
        title={title}
        text={
          <>
            In effect since{' '}
            <time dateTime={text.version}>{shortDate(`${text.version}T12:00:00Z`, 'UTC')}</time>. Version{' '}
            {text.version}.
          </>
        }
      />
      <Prose blocks={text.blocks} />
    </div>
  )
}
