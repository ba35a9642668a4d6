import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion, { findSuggestionMatch, type SuggestionProps } from '@tiptap/suggestion'
import { createStore, type StoreApi } from 'zustand'
import { newKey } from '../body/body-types.ts'
import type { MentionOption } from './mention-find.ts'

/** State of the popup; `null` while nothing is being linked. */
export type MentionLinking = { query: string; rectOf: () => DOMRect | null; pick: (found: MentionOption) => void }
type MentionState = { linking: MentionLinking | null; press: (event: KeyboardEvent) => boolean }
export type MentionStore = StoreApi<MentionState>

export const newMentionStore = (): MentionStore =>
  createStore<MentionState>(() => ({ linking: null, press: () => false }))

const key = new PluginKey('mention')
/** A word character before `@` means an email address. */
const isWord = (character: string) => /[\w.-]/.test(character)

/**
 * `@` and a name link a record. During an IME composition the popup does not open, search or take keys; the composed
 * text is looked up when it ends.
 */
export const mentionSuggest = (store: MentionStore) =>
  Extension.create({
    name: 'mentionSuggest',
    addProseMirrorPlugins() {
      const show = (props: SuggestionProps<MentionOption, MentionOption>) => {
        if (this.editor.view.composing) return
        store.setState({
          linking: { query: props.query, rectOf: () => props.clientRect?.() ?? null, pick: props.command },
        })
      }
      return [
        Suggestion<MentionOption, MentionOption>({
          editor: this.editor,
          pluginKey: key,
          char: '@',
          allowedPrefixes: null,
          items: () => [],
          allow: ({ editor, isActive }) => isActive === true || !editor.view.composing,
          findSuggestionMatch: config => {
            const match = findSuggestionMatch(config)
            if (!match) return null
            const before = config.$position.doc.textBetween(Math.max(0, match.range.from - 1), match.range.from, '\n')
            return isWord(before) ? null : match
          },
          command: ({ editor, range, props: { noun, id, label } }) => {
            const mention = { type: 'mention', attrs: { key: newKey(), noun, id, label } }
            editor.chain().focus().insertContentAt(range, mention).run()
          },
          render: () => ({
            onStart: show,
            onUpdate: show,
            onExit: () => store.setState({ linking: null }),
            onKeyDown: ({ event }) => !event.isComposing && event.keyCode !== 229 && store.getState().press(event),
          }),
        }),
      ]
    },
    onCreate() {
      const { view } = this.editor
      // The text is in the document before the composition is reported as ended, so the plugin checks again.
      view.dom.addEventListener('compositionend', () => {
        setTimeout(() => {
          if (!view.isDestroyed && !view.composing) view.dispatch(view.state.tr.setMeta('composed', true))
        }, 30)
      })
    },
  })
