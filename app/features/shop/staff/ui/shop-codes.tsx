import * as paths from '#core/paths.ts'
import { codeEffectText, codeStateTexts } from '#core/promo-codes.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { RecordSummary, StateButton } from '#ui/office/record-summary.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { shopCodeFacts } from '../shop-codes.rules.ts'
import type { ListedShopCode, ShopCodes } from '../shop-codes.types.ts'
import * as forms from './product-editor.css.ts'
import * as css from './shop-codes.css.ts'

/**
 * Lists a page of the codes for goods, with their uses.
 * @param after the last code of the page before, null on the first one
 * @param refusal why the last change of a code was refused
 */
export function ShopCodeList({
  page,
  after,
  refusal,
}: {
  page: ShopCodes
  after: string | null
  refusal: string | undefined
}) {
  return (
    <div className={forms.column}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {page.codes.length === 0 ? (
        <EmptyState
          title={after ? 'No more codes' : 'No codes yet'}
          text="A code gives a discount on products, collections or the whole shop."
          action={<LinkButton to={paths.adminShopCodes({ code: 'new' })}>New code</LinkButton>}
        />
      ) : (
        <ul className={css.list}>
          {page.codes.map((code) => (
            <Code key={code.id} code={code} page={page} />
          ))}
        </ul>
      )}
      <Pagination
        label="Pages of codes"
        previous={after ? paths.adminShopCodes() : null}
        previousLabel="First page"
        next={page.next ? paths.adminShopCodes({ after: page.next }) : null}
      />
    </div>
  )
}

function Code({ code, page }: { code: ListedShopCode; page: ShopCodes }) {
  const state = codeStateTexts[code.state]
  const change = (to: 'active' | 'paused' | 'archived', label: string) => (
    <StateButton id={code.id} state={to} label={label} name={code.code} action={paths.adminShopCodes()} />
  )
  return (
    <Card as="li">
      <div className={stack[3]}>
        <RecordSummary
          level={2}
          name={code.code}
          badges={
            <>
              <Badge tone={state.tone}>{state.text}</Badge>
              <Badge tone="accent">{codeEffectText(code, page.currency)}</Badge>
            </>
          }
          note={code.label}
          facts={shopCodeFacts(code, page)}
        />
        <div className={cluster[2]}>
          <LinkButton
            to={paths.adminShopCodes({ code: code.id })}
            variant="secondary"
            size="sm"
            aria-label={`Edit ${code.code}`}
          >
            Edit
          </LinkButton>
          {code.paused ? change('active', 'Resume') : change('paused', 'Pause')}
          {change('archived', 'Archive')}
        </div>
      </div>
    </Card>
  )
}
