import { type Content, Editor, type JSONContent } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isLinkAddress } from '#core/campaign-blocks.ts'
import { richTextSchema } from '#core/rich-text.ts'

/**
 * Starts the editor of a text block: paragraphs, two headings, lists, bold, italic and links, and nothing else, also of what is pasted.
 * A file of its own, which a page downloads when it shows a block of text.
 */

/** Parses the stored text. An empty one becomes a document with a paragraph: there is nothing to type into without one. */
function contentOf(json: string): Content {
  const stored: unknown = JSON.parse(json || 'null')
  const isFilled = (richTextSchema.safeParse(stored).data?.content.length ?? 0) > 0
  return isFilled ? (stored as JSONContent) : ''
}

/** What the toolbar asks of the editor. */
export type TextEditor = {
  isActive: (name: string, attributes?: Record<string, unknown>) => boolean
  toggle: (what: 'bold' | 'italic' | 'heading' | 'bulletList' | 'orderedList') => void
  /** @param address where the selected words lead; empty takes the link away */
  setLink: (address: string) => void
  linkAddress: () => string
  insert: (text: string) => void
  destroy: () => void
}

/**
 * @param element what the editor is drawn in
 * @param options.content the stored text, as JSON
 * @param options.labelledBy the id of its label
 * @param options.onChange receives the text, as JSON
 * @param options.onMove is called when the selection moved
 */
export function startTextEditor(
  element: HTMLElement,
  {
    content,
    labelledBy,
    onChange,
    onMove,
  }: { content: string; labelledBy: string; onChange: (json: string) => void; onMove: () => void },
): TextEditor {
  const editor = new Editor({
    element,
    content: contentOf(content),
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        link: { openOnClick: false, autolink: false, isAllowedUri: (url) => isLinkAddress(url) },
        blockquote: false,
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        underline: false,
        dropcursor: false,
        gapcursor: false,
      }),
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy },
    },
    onUpdate: () => onChange(JSON.stringify(editor.getJSON())),
    onSelectionUpdate: onMove,
  })
  const chain = () => editor.chain().focus()
  return {
    isActive: (name, attributes) => editor.isActive(name, attributes),
    toggle(what) {
      if (what === 'bold') chain().toggleBold().run()
      else if (what === 'italic') chain().toggleItalic().run()
      else if (what === 'heading') chain().toggleHeading({ level: 2 }).run()
      else if (what === 'bulletList') chain().toggleBulletList().run()
      else chain().toggleOrderedList().run()
      onMove()
    },
    setLink(address) {
      if (address) chain().extendMarkRange('link').setLink({ href: address }).run()
      else chain().extendMarkRange('link').unsetLink().run()
      onMove()
    },
    linkAddress: () => String(editor.getAttributes('link').href ?? ''),
    insert: (text) => void chain().insertContent({ type: 'text', text }).run(),
    destroy: () => editor.destroy(),
  }
}
