import { Form } from '@remix-run/react'
import { blockKinds } from '#core/campaign-blocks.ts'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as folds from '#ui/fold.css.ts'
import { cluster, stack, text as textStyles } from '#ui/layout.css.ts'
import type { CampaignTemplates } from '../campaign.types.ts'
import * as css from './campaign.css.ts'

/** Lists templates with their versions. @param mayManage whether earlier versions may be put to use again */
export function TemplateList({ data, mayManage }: { data: CampaignTemplates; mayManage: boolean }) {
  if (data.templates.length === 0)
    return <EmptyState title="No templates yet" text="Save one from a campaign." />
  return (
    <div className={stack[4]}>
      {data.templates.map((template) => (
        <TemplateCard key={template.id} template={template} data={data} mayManage={mayManage} />
      ))}
    </div>
  )
}

function TemplateCard({
  template,
  data,
  mayManage,
}: {
  template: CampaignTemplates['templates'][number]
  data: CampaignTemplates
  mayManage: boolean
}) {
  const { id, name, kind, archivedAt, subject, blocks, version, versions } = template
  return (
    <Card as="section" aria-labelledby={`template-${id}`} className={stack[3]}>
      <div className={css.facts}>
        <h2 id={`template-${id}`} className={css.blockTitle}>
          {name}
        </h2>
        <Badge>{kind === 'notice' ? 'Notice' : 'Marketing'}</Badge>
        {archivedAt && <Badge tone="warning">Archived</Badge>}
      </div>
      <p>{subject}</p>
      <p className={textStyles.small}>{blocks.map((block) => blockKinds[block.kind]).join(' · ')}</p>
      <div className={cluster[2]}>
        {!archivedAt && (
          <LinkButton to={paths.campaignNew({ kind, template: id })} size="sm" variant="secondary">
            Use
          </LinkButton>
        )}
        {mayManage && version !== 1 && (
          <Step intent="restore" template={id} version={1}>
            Reset to default
          </Step>
        )}
        {mayManage && (
          <Step intent={archivedAt ? 'unarchive' : 'archive'} template={id}>
            {archivedAt ? 'Use again' : 'Archive'}
          </Step>
        )}
      </div>
      <details className={folds.fold}>
        <summary className={folds.summary}>
          {versions.length === 1 ? '1 version' : `${versions.length} versions`}
        </summary>
        <ol className={css.timeline}>
          {versions.map((entry) => (
            <li key={entry.version} className={css.facts}>
              <span>
                {`Version ${entry.version}`}
                {entry.restored !== null && `, same as ${entry.restored}`}
                {entry.by && `, ${entry.by}`}
                {', '}
                <time dateTime={machineTime(entry.savedAt)} suppressHydrationWarning>
                  {formatMoment(entry.savedAt, data.timeZone, data.now)}
                </time>
              </span>
              {entry.version === version ? (
                <Badge tone="success">In use</Badge>
              ) : (
                mayManage && (
                  <Step intent="restore" template={id} version={entry.version}>
                    {`Use version ${entry.version}`}
                  </Step>
                )
              )}
            </li>
          ))}
        </ol>
      </details>
    </Card>
  )
}

function Step({
  intent,
  template,
  version,
  children,
}: {
  intent: string
  template: string
  version?: number
  children: string
}) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="template" value={template} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <Button type="submit" size="sm" variant="ghost">
        {children}
      </Button>
    </Form>
  )
}
