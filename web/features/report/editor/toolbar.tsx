import { type Editor, useEditorState } from '@tiptap/react'
import { Dropdown, type MenuProps, Select } from 'antd'
import {
  AtSign,
  Bold,
  BookMarked,
  Code,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Table as TableIcon,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { factContent } from '../fact/cites-of.ts'
import { editMessages } from './edit-messages.ts'
import css from './editor.module.css'
import { LinkDialog } from './link-dialog.tsx'

const FactDialog = lazy(() => import('../fact/fact-dialog.tsx'))
const EvidenceDialog = lazy(() => import('./evidence-dialog.tsx'))

type Props = { editor: Editor; onPictures: (files: File[]) => void }
type Name =
  | ('undo' | 'redo' | 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'link' | 'bulletList' | 'orderedList')
  | ('blockquote' | 'rule' | 'mention' | 'evidence' | 'fact' | 'picture')

const styles = ['paragraph', 'heading1', 'heading2', 'heading3'] as const
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keyText = (key: string) => key.replace('Mod', isMac ? '⌘' : 'Ctrl').replace('Shift', isMac ? '⇧' : 'Shift')

/** All actions of the editor: one Tab stop, with arrow keys between the buttons. */
export function Toolbar({ editor, onPictures }: Props) {
  const t = useT(editMessages)
  const bar = useRef<HTMLDivElement>(null)
  const filePicker = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'link' | 'evidence' | 'fact' | null>(null)
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const run = () => editor.chain().focus()

  /** Arrow keys move between the buttons; the list of styles keeps its own keys. */
  function walk(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]
    const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length]
    event.preventDefault()
    next?.focus()
  }

  const button = (name: Name, Icon: LucideIcon, act: () => void, more: ToolExtra = {}) => (
    <Tool key={name} label={t(name)} Icon={Icon} onRun={act} {...more} />
  )
  const tables: MenuProps['items'] = state.isInTable
    ? [
        { key: 'rowAfter', label: t('rowAfter'), onClick: () => run().addRowAfter().run() },
        { key: 'columnAfter', label: t('columnAfter'), onClick: () => run().addColumnAfter().run() },
        { key: 'rowDelete', label: t('rowDelete'), onClick: () => run().deleteRow().run() },
        { key: 'columnDelete', label: t('columnDelete'), onClick: () => run().deleteColumn().run() },
        { key: 'headerRow', label: t('headerRow'), onClick: () => run().toggleHeaderRow().run() },
        { key: 'mergeCells', label: t('mergeCells'), onClick: () => run().mergeOrSplit().run() },
        { type: 'divider' },
        { key: 'tableDelete', label: t('tableDelete'), onClick: () => run().deleteTable().run() },
      ]
    : [
        {
          key: 'tableInsert',
          label: t('tableInsert'),
          onClick: () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
        },
      ]
  return (
    <div ref={bar} role="toolbar" aria-label={t('toolbar')} className={css.toolbar} onKeyDown={walk} tabIndex={-1}>
      {button('undo', Undo2, () => run().undo().run(), { keys: 'Mod+Z', isDisabled: !state.canUndo })}
      {button('redo', Redo2, () => run().redo().run(), { keys: 'Mod+Shift+Z', isDisabled: !state.canRedo })}
      <Select<(typeof styles)[number]>
        size="small"
        className={css.styles}
        value={state.style}
        aria-label={t('style')}
        options={styles.map(value => ({ value, label: t(value) }))}
        onChange={value => {
          const level = styles.indexOf(value)
          if (level === 0) run().setParagraph().run()
          else
            run()
              .setHeading({ level: level as 1 | 2 | 3 })
              .run()
        }}
      />
      {button('bold', Bold, () => run().toggleBold().run(), { keys: 'Mod+B', isOn: state.bold })}
      {button('italic', Italic, () => run().toggleItalic().run(), { keys: 'Mod+I', isOn: state.italic })}
      {button('underline', Underline, () => run().toggleUnderline().run(), { keys: 'Mod+U', isOn: state.underline })}
      {button('strike', Strikethrough, () => run().toggleStrike().run(), { keys: 'Mod+Shift+S', isOn: state.strike })}
      {button('code', Code, () => run().toggleMark('code').run(), { keys: 'Mod+E', isOn: state.code })}
      {button('link', LinkIcon, () => setDialog('link'), {
        isOn: state.address !== '',
        isDisabled: state.isCollapsed && !state.address,
      })}
      {button('bulletList', List, () => run().toggleBulletList().run(), { keys: 'Mod+Shift+8', isOn: state.bullets })}
      {button('orderedList', ListOrdered, () => run().toggleOrderedList().run(), {
        keys: 'Mod+Shift+7',
        isOn: state.numbers,
      })}
      {button('blockquote', Quote, () => run().toggleBlockquote().run(), { keys: 'Mod+Shift+B', isOn: state.quote })}
      {button('rule', Minus, () => run().setHorizontalRule().run())}
      <Dropdown menu={{ items: tables }} trigger={['click']}>
        <Tool label={t('table')} Icon={TableIcon} isOn={state.isInTable} hasMenu />
      </Dropdown>
      {button(
        'mention',
        AtSign,
        () =>
          run()
            .insertContent(state.needsSpace ? ' @' : '@')
            .run(),
        { keys: '@' },
      )}
      {button('evidence', TextQuote, () => setDialog('evidence'))}
      {button('fact', BookMarked, () => setDialog('fact'))}
      {button('picture', ImagePlus, () => filePicker.current?.click())}
      <input
        ref={filePicker}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        onChange={event => {
          onPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {dialog === 'link' && (
        <LinkDialog
          address={state.address}
          onClose={() => setDialog(null)}
          onDone={address => {
            setDialog(null)
            const chain = run().extendMarkRange('link')
            if (address === null) chain.unsetLink().run()
            else chain.setLink({ href: address }).run()
          }}
        />
      )}
      <Suspense>
        {dialog === 'fact' && (
          <FactDialog
            onClose={() => setDialog(null)}
            onDone={facts => {
              setDialog(null)
              run().insertContent(factContent(facts)).run()
            }}
          />
        )}
        {dialog === 'evidence' && (
          <EvidenceDialog
            onClose={() => setDialog(null)}
            onDone={attrs => {
              setDialog(null)
              run()
                .insertContent([{ type: 'evidence', attrs }, { type: 'paragraph' }])
                .run()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function stateOf(editor: Editor) {
  const { empty, $from } = editor.state.selection
  const level = [1, 2, 3].find(each => editor.isActive('heading', { level: each })) ?? 0
  const before = $from.parent.isTextblock
    ? $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset)
    : ''
  return {
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    style: styles[level] ?? 'paragraph',
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    address: String(editor.getAttributes('link').href ?? ''),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    isInTable: editor.isActive('table'),
    isCollapsed: empty,
    needsSpace: /[\w.-]/.test(before),
  }
}

type ToolExtra = { keys?: string; isOn?: boolean; isDisabled?: boolean; hasMenu?: boolean }
type ToolProps = ToolExtra & { label: string; Icon: LucideIcon; onRun?: () => void; onClick?: () => void }

/** `onClick` comes from a surrounding menu. */
function Tool({ label, Icon, onRun, onClick, keys, isOn, isDisabled = false, hasMenu = false, ...rest }: ToolProps) {
  return (
    <button
      {...rest}
      type="button"
      className={css.tool}
      aria-label={label}
      aria-pressed={hasMenu ? undefined : isOn}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      data-on={isOn || undefined}
      title={keys ? `${label} ${keyText(keys)}` : label}
      disabled={isDisabled}
      onMouseDown={event => event.preventDefault()}
      onClick={onClick ?? onRun}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
