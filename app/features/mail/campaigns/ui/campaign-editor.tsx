import { Form } from '@remix-run/react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type BlockKind, blockKinds } from '#core/campaign-blocks.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type FieldMeta, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { cluster, stack, text as textStyles } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { EventArt } from '#ui/picture.tsx'
import { shares } from '../campaign.schema.ts'
import type { CampaignEditor } from '../campaign.types.ts'
import { formOf, type TypedBlock, type TypedForm } from '../campaign-form.rules.ts'
import type { EditorReply } from '../take-campaign-form.server.ts'
import * as css from './campaign.css.ts'
import { TextBlock } from './text-block.tsx'
import { useCampaignForm } from './use-campaign-form.ts'

type Errors = Record<string, string[]>

/** The form of the editor, by which buttons outside it save first. */
export const editorFormId = 'campaign-form'

function metaOf(name: string, initialValue: string, errors: Errors, key?: string): FieldMeta {
  const id = `campaign-${(key ?? name).replaceAll(/[^\w]+/g, '-')}`
  return { id, name, initialValue, errors: errors[name] }
}

const shareOptions = shares.map((bps) => ({
  value: String(bps),
  label: bps === 0 ? 'None' : `${bps / 100}% of the audience`,
}))

/**
 * The editor of a draft: one form, which works without JavaScript; with it, what is typed is saved by itself.
 * @param cardNames names what blocks show, by id
 * @param reply the reply to a form that the browser sent itself
 */
export function CampaignContent({
  campaign,
  cardNames,
  reply: first,
}: {
  campaign: CampaignEditor
  cardNames: Record<string, string>
  reply: EditorReply | null
}) {
  const action = paths.campaign(campaign.id)
  const { form, reply, isSending, isTyped, asked, onInput, onSubmit } = useCampaignForm(
    action,
    campaign.version,
    first,
  )
  const typed = reply?.typed ?? formOf(campaign)
  const errors = reply?.errors ?? {}
  const meta = (name: Exclude<keyof TypedForm, 'blocks'>) => metaOf(name, String(typed[name]), errors)
  return (
    <Form
      ref={form}
      id={editorFormId}
      method="post"
      action={action}
      className={css.column}
      onInput={onInput}
      onSubmit={onSubmit}
      noValidate
    >
      <input type="hidden" name="version" value={campaign.version} />
      {/* Enter in a field saves; without this, the first button of the form would be pressed. */}
      <button type="submit" name="intent" value="save" hidden aria-hidden="true" tabIndex={-1} />
      <Replies reply={reply} isSending={isSending} />
      <FormSection id="campaign-details" title="Details">
        <TextField
          meta={{ ...meta('name'), required: true }}
          label="Name"
          hint="Only your team sees it."
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          meta={meta('subject')}
          label="Subject"
          hint="You can write {{first_name|there}}."
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          meta={meta('preheader')}
          label="Preview text"
          hint="Mailboxes show it behind the subject."
          maxLength={140}
          autoComplete="off"
        />
        <Category campaign={campaign} meta={meta('category')} />
        {campaign.kind === 'marketing' ? (
          <div className={css.pair}>
            <TextField meta={meta('subjectB')} label="Second subject to test" optional maxLength={100} />
            <SelectField meta={meta('testShareBps')} label="Test both subjects on" options={shareOptions} />
            <SelectField
              meta={meta('holdOutBps')}
              label="Send nothing to"
              hint="A group that gets nothing shows what the campaign sold."
              options={shareOptions}
            />
          </div>
        ) : (
          <>
            <input type="hidden" name="subjectB" value="" />
            <input type="hidden" name="testShareBps" value="0" />
            <input type="hidden" name="holdOutBps" value="0" />
          </>
        )}
      </FormSection>
      <FormSection id="campaign-blocks" title="Content">
        <ol className={css.blocks}>
          {typed.blocks.map((block, index) => (
            <Block
              key={block.id}
              block={block}
              index={index}
              last={typed.blocks.length - 1}
              errors={errors}
              campaign={campaign}
              cardNames={cardNames}
            />
          ))}
        </ol>
        <AddBlock kind={campaign.kind} isEmpty={typed.blocks.length === 0} />
      </FormSection>
      <div className={css.saveLine}>
        <Button type="submit" name="intent" value="save" busy={isSending && asked === 'save'}>
          Save
        </Button>
        <span className={textStyles.small} role="status">
          {isSending ? 'Saving…' : isTyped ? 'Not saved yet' : reply?.saved ? 'All changes saved' : ''}
        </span>
      </div>
    </Form>
  )
}

function Category({ campaign, meta }: { campaign: CampaignEditor; meta: FieldMeta }) {
  const options = campaign.categories
    .filter(({ kind }) => kind === campaign.kind)
    .map(({ category, label }) => ({ value: category, label }))
  if (options.length < 2) return <input type="hidden" name={meta.name} value={campaign.category} />
  return (
    <SelectField
      meta={meta}
      label="Category"
      hint="It goes to people who agreed to this category."
      options={options}
    />
  )
}

/** Says what became of the last form. */
function Replies({ reply, isSending }: { reply: EditorReply | null; isSending: boolean }) {
  if (!reply || isSending) return null
  if (reply.isConflict)
    return (
      <Banner tone="warning" title="Someone else saved this campaign in the meantime" announce>
        <p>
          The preview shows their version, the form below has yours. Save again to replace theirs, or reload
          the page to go on with theirs.
        </p>
      </Banner>
    )
  if (reply.refusal) return <Banner tone="danger" title={reply.refusal} announce />
  if (Object.keys(reply.errors).length > 0)
    return <Banner tone="danger" title="Not saved: check the marked fields." announce />
  if (reply.done?.what === 'test')
    return <Banner tone="success" title={`Test sent to ${reply.done.address}`} announce />
  if (reply.done?.what === 'links')
    return reply.done.broken > 0 ? (
      <Banner
        tone="warning"
        title={reply.done.broken === 1 ? 'One link doesn’t work' : `${reply.done.broken} links don’t work`}
        announce
      />
    ) : (
      <Banner tone="success" title="All links work" announce />
    )
  return null
}

function AddBlock({ kind, isEmpty }: { kind: CampaignEditor['kind']; isEmpty: boolean }) {
  const offered = (Object.entries(blockKinds) as [BlockKind, string][]).filter(
    ([name]) => kind === 'marketing' || name !== 'products',
  )
  return (
    <fieldset className={stack[2]}>
      <legend className={textStyles.small}>{isEmpty ? 'Begin with' : 'Add below'}</legend>
      <div className={cluster[2]}>
        {offered.map(([name, label]) => (
          <Button key={name} type="submit" name="intent" value={`add:${name}`} variant="secondary" size="sm">
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type BlockProps = {
  block: TypedBlock
  index: number
  last: number
  errors: Errors
  campaign: CampaignEditor
  cardNames: Record<string, string>
}

/** One block: its fields, and the buttons that move and remove it. */
function Block({ block, index, last, errors, campaign, cardNames }: BlockProps) {
  const label = `${blockKinds[block.kind]}, ${index + 1} of ${last + 1}`
  const at = `blocks[${index}]`
  return (
    <li id={`block-${block.id}`} className={css.block}>
      <div className={css.blockHead}>
        <h3 className={css.blockTitle}>{blockKinds[block.kind]}</h3>
        <div className={css.blockTools}>
          <IconButton
            id={`up-${block.id}`}
            type="submit"
            name="intent"
            value={`up:${block.id}`}
            label={`Move up: ${label}`}
            aria-disabled={index === 0}
          >
            <ArrowUp size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            id={`down-${block.id}`}
            type="submit"
            name="intent"
            value={`down:${block.id}`}
            label={`Move down: ${label}`}
            aria-disabled={index === last}
          >
            <ArrowDown size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            id={`remove-${block.id}`}
            type="submit"
            name="intent"
            value={`remove:${block.id}`}
            label={`Remove: ${label}`}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <input type="hidden" name={`${at}.kind`} value={block.kind} />
      <input type="hidden" name={`${at}.id`} value={block.id} />
      <BlockFields block={block} at={at} errors={errors} campaign={campaign} cardNames={cardNames} />
    </li>
  )
}

function BlockFields({
  block,
  at,
  errors,
  campaign,
  cardNames,
}: Omit<BlockProps, 'index' | 'last'> & { at: string }) {
  const meta = (name: 'title' | 'text' | 'alt' | 'url' | 'label' | 'marked') =>
    metaOf(`${at}.${name}`, block[name], errors, `${block.id}-${name}`)
  switch (block.kind) {
    case 'hero':
      return (
        <>
          <TextField meta={meta('title')} label="Headline" maxLength={120} autoComplete="off" />
          <TextareaField meta={meta('text')} label="Line below it" optional rows={2} maxLength={300} />
          <PictureChoice block={block} at={at} />
        </>
      )
    case 'text':
      return (
        <TextBlock
          meta={meta('marked')}
          docName={`${at}.doc`}
          doc={block.doc}
          variables={campaign.variables}
        />
      )
    case 'picture':
      return (
        <>
          <PictureChoice block={block} at={at} />
          <TextField meta={meta('url')} label="Leads to" optional inputMode="url" autoComplete="off" />
        </>
      )
    case 'button':
      return (
        <div className={css.pair}>
          <TextField meta={meta('label')} label="Label" maxLength={60} autoComplete="off" />
          <TextField
            meta={meta('url')}
            label="Leads to"
            hint="https://… or a page of this site, such as /events"
            inputMode="url"
            autoComplete="off"
          />
        </div>
      )
    case 'events':
    case 'products':
      return <CardChoice block={block} kind={block.kind} at={at} cardNames={cardNames} />
    case 'divider':
      return null
  }
}

function PictureChoice({ block, at }: { block: TypedBlock; at: string }) {
  return (
    <>
      <input type="hidden" name={`${at}.picture`} value={block.picture} />
      <input type="hidden" name={`${at}.alt`} value={block.alt} />
      {block.picture && (
        <div className={css.picture}>
          <EventArt path={block.picture} alt={block.alt} ratio="wide" sizes="16rem" />
        </div>
      )}
      <div>
        <Button
          id={`picture-${block.id}`}
          type="submit"
          name="intent"
          value={`picture:${block.id}`}
          variant="secondary"
          size="sm"
        >
          {block.picture ? 'Change picture' : 'Choose a picture'}
        </Button>
      </div>
    </>
  )
}

function CardChoice({
  block,
  kind,
  at,
  cardNames,
}: {
  block: TypedBlock
  kind: 'events' | 'products'
  at: string
  cardNames: Record<string, string>
}) {
  const chosen = block[kind]
  return (
    <>
      {chosen.map((id, index) => (
        <input key={id} type="hidden" name={`${at}.${kind}[${index}]`} value={id} />
      ))}
      {chosen.length > 0 && (
        <ol className={css.cardNames}>
          {chosen.map((id) => (
            <li key={id}>{cardNames[id] ?? 'Not public any more'}</li>
          ))}
        </ol>
      )}
      <div>
        <Button
          id={`cards-${block.id}`}
          type="submit"
          name="intent"
          value={`cards:${block.id}`}
          variant="secondary"
          size="sm"
        >
          {kind === 'events' ? 'Choose events' : 'Choose products'}
        </Button>
      </div>
    </>
  )
}

/** Shows what a campaign says that can't be edited now. */
export function CampaignSummary({ campaign }: { campaign: CampaignEditor }) {
  const { subject, subjectB, preheader } = campaign
  return (
    <Card as="section" aria-labelledby="campaign-summary" className={stack[3]}>
      <h2 id="campaign-summary" className={css.blockTitle}>
        Content
      </h2>
      <p>
        <span className={textStyles.small}>Subject</span>
        <br />
        {subject || 'None'}
      </p>
      {subjectB && (
        <p>
          <span className={textStyles.small}>Second subject to test</span>
          <br />
          {subjectB}
        </p>
      )}
      {preheader && (
        <p>
          <span className={textStyles.small}>Preview text</span>
          <br />
          {preheader}
        </p>
      )}
    </Card>
  )
}
