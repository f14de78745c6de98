import { Bold, Heading, Italic, Link as LinkIcon, List, ListOrdered } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isLinkAddress } from '#core/campaign-blocks.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Field, type FieldMeta, Select, TextareaField, TextInput } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import type { TextEditor } from '../start-text-editor.ts'
import * as css from './campaign.css.ts'

const tools = [
  { what: 'bold', label: 'Bold', Icon: Bold },
  { what: 'italic', label: 'Italic', Icon: Italic },
  { what: 'heading', label: 'Heading', Icon: Heading },
  { what: 'bulletList', label: 'List', Icon: List },
  { what: 'orderedList', label: 'Numbered list', Icon: ListOrdered },
] as const

/**
 * A block of text: the editor, once its code is downloaded; before, a text area with marks.
 * @param meta of the text area
 * @param docName the field that the editor's JSON is sent by
 * @param doc the stored text, as JSON
 * @param variables what may be inserted
 */
export function TextBlock({
  meta,
  docName,
  doc,
  variables,
}: {
  meta: FieldMeta
  docName: string
  doc: string
  variables: readonly { name: string; label: string }[]
}) {
  const box = useRef<HTMLDivElement>(null)
  const sent = useRef<HTMLInputElement>(null)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [, setMoves] = useState(0)
  const first = useRef(doc)
  // In state, because React writes the value of a hidden field again whenever it renders.
  const [json, setJson] = useState(doc)
  const told = useRef(doc)
  const labelId = `${meta.id}-label`
  useEffect(() => {
    let started: TextEditor | null = null
    let isGone = false
    void import('../start-text-editor.ts').then(({ startTextEditor }) => {
      if (isGone || !box.current) return
      started = startTextEditor(box.current, {
        content: first.current,
        labelledBy: labelId,
        onMove: () => setMoves((count) => count + 1),
        onChange: setJson,
      })
      setEditor(started)
    })
    return () => {
      isGone = true
      started?.destroy()
    }
  }, [labelId])
  // Tells the form once the field has the new text.
  useEffect(() => {
    if (json === told.current) return
    told.current = json
    sent.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [json])
  return (
    <div className={stack[2]}>
      {!editor && (
        <TextareaField
          meta={meta}
          label="Text"
          rows={8}
          hint="Use **bold**, *italic*, [words](address), ## heading, and - for lists."
        />
      )}
      <div hidden={!editor} className={stack[2]}>
        <span id={labelId} hidden>
          Text
        </span>
        {editor && <Toolbar editor={editor} id={meta.id} variables={variables} />}
        <div ref={box} className={css.editor} />
      </div>
      {editor && <input ref={sent} type="hidden" name={docName} value={json} />}
    </div>
  )
}

function Toolbar({
  editor,
  id,
  variables,
}: {
  editor: TextEditor
  id: string
  variables: readonly { name: string; label: string }[]
}) {
  const [isLinking, setLinking] = useState(false)
  return (
    <>
      <div role="toolbar" aria-label="Format" className={css.toolbar}>
        {tools.map(({ what, label, Icon }) => {
          const isOn = editor.isActive(what)
          return (
            <IconButton
              key={what}
              label={label}
              size="sm"
              variant={isOn ? 'secondary' : 'ghost'}
              aria-pressed={isOn}
              onClick={() => editor.toggle(what)}
            >
              <Icon size={18} aria-hidden="true" />
            </IconButton>
          )
        })}
        <IconButton
          label="Link"
          size="sm"
          variant={editor.isActive('link') ? 'secondary' : 'ghost'}
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          <LinkIcon size={18} aria-hidden="true" />
        </IconButton>
        <Select
          aria-label="Insert a variable"
          value=""
          placeholder="Insert…"
          options={variables.map(({ name, label }) => ({ value: name, label }))}
          onChange={({ currentTarget }) => {
            const name = currentTarget.value
            if (name) editor.insert(name === 'first_name' ? '{{first_name|there}}' : `{{${name}}}`)
          }}
        />
      </div>
      {isLinking && <LinkForm editor={editor} id={id} onDone={() => setLinking(false)} />}
    </>
  )
}

/** Sets where the selected words lead. It stands in the campaign's form, so Enter must not send that. */
function LinkForm({ editor, id, onDone }: { editor: TextEditor; id: string; onDone: () => void }) {
  const [address, setAddress] = useState(editor.linkAddress())
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    if (address && !isLinkAddress(address)) return setWrong(true)
    editor.setLink(address)
    onDone()
  }
  return (
    <div className={stack[2]}>
      <Field
        id={`${id}-link`}
        label="Link to"
        hint="Select the words first. Leave this empty to take a link away."
        errors={isWrong ? ['Enter an address that begins with https:// or /'] : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            value={address}
            autoComplete="off"
            inputMode="url"
            autoFocus
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                apply()
              } else if (event.key === 'Escape') onDone()
            }}
          />
        )}
      </Field>
      <div className={cluster[2]}>
        <Button size="sm" variant="secondary" onClick={apply}>
          Set link
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Close
        </Button>
      </div>
    </div>
  )
}
