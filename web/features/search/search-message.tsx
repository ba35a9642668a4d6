import type { ReactNode } from 'react'

type Props = { title: string; text: string; role?: 'alert' | 'status'; lines?: readonly string[]; children?: ReactNode }

/** Shown instead of results: help, no results, or a failure. */
export function SearchMessage({ title, text, role = 'status', lines = [], children }: Props) {
  return (
    <div className="pad-y-6" role={role}>
      <h2 className="below-2 break">{title}</h2>
      {text && <p className="quiet">{text}</p>}
      {lines.length > 0 && (
        <ul className="above-3 below-5 quiet marks">
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {children && <div className="above-3">{children}</div>}
    </div>
  )
}

type MessageText = (
  key:
    | 'empty'
    | 'emptyText'
    | 'noneText'
    | 'noneOneText'
    | 'syntaxAll'
    | 'syntaxPhrase'
    | 'syntaxMinus'
    | 'syntaxName'
    | 'syntaxScript',
) => string
type NoneMessage = (key: 'none', values: { keyword: string }) => string

/** Full-text search works by words, and a word of one character is rare. */
const isOneChar = /^\p{Script=Han}$/u

/** Both messages explain the query syntax. */
export function messageOf(kind: 'empty' | 'none', t: MessageText & NoneMessage, keyword: string): Props {
  const lines = (['syntaxAll', 'syntaxPhrase', 'syntaxMinus', 'syntaxName', 'syntaxScript'] as const).map(key => t(key))
  if (kind === 'empty') return { title: t('empty'), text: t('emptyText'), lines }
  return { title: t('none', { keyword }), text: t(isOneChar.test(keyword) ? 'noneOneText' : 'noneText'), lines }
}
