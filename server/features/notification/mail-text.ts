import type { Locale } from '#contract/error.ts'
import type { Notification } from '#contract/notification.api.ts'
import { entityLabel, kindSentence } from './mail-words.ts'

const subjects = {
  now: {
    'zh-CN': (count: number) => `Og Group：${count} 条新通知`,
    'en-US': (count: number) => `Og Group: ${count} new ${count === 1 ? 'notification' : 'notifications'}`,
  },
  digest: {
    'zh-CN': (count: number) => `Og Group 摘要：${count} 条通知`,
    'en-US': (count: number) => `Og Group digest: ${count} ${count === 1 ? 'notification' : 'notifications'}`,
  },
} as const

const words = {
  'zh-CN': {
    more: (count: number) => `另有 ${count} 条，请在通知列表中查看。`,
    open: '打开通知列表',
    why: '您在通知设置中开启了邮件，因此收到此邮件。可在通知设置中关闭。',
  },
  'en-US': {
    more: (count: number) => `${count} more in the list of notifications.`,
    open: 'Open the list of notifications',
    why: 'You receive this because e-mail is turned on in your notification settings, where you can turn it off.',
  },
} as const

/** Contains titles and events, never the content of a record; links require a session, like every page. */
export function writeMail(
  items: readonly Notification[],
  total: number,
  { kind, locale, publicUrl }: { kind: 'now' | 'digest'; locale: Locale; publicUrl: string },
): { subject: string; text: string; html: string } {
  const word = words[locale]
  const link = `${publicUrl}/notification`
  const rest = total - items.length
  const rows = items.map(item => ({
    title: item.title,
    noun: entityLabel(item.noun, locale),
    line: kindSentence(item, locale),
    link: `${link}?open=${item.id}`,
  }))
  const subject = subjects[kind][locale](total)
  const text = [
    ...rows.map(row => `${row.title ? `${row.noun} ${row.title}\n` : ''}  ${row.line}\n  ${row.link}\n`),
    ...(rest > 0 ? [word.more(rest)] : []),
    `${word.open}: ${link}`,
    '',
    word.why,
  ].join('\n')
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><body style="font:14px/22px sans-serif;color:#1d2129">
<table cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows
    .map(
      row =>
        `<tr><td style="padding:8px 0;border-bottom:1px solid #e5e6eb"><a href="${escapeHtml(row.link)}" style="color:#165dff;text-decoration:none">${
          row.title ? `${escapeHtml(row.noun)} <b>${escapeHtml(row.title)}</b>` : escapeHtml(row.line)
        }</a>${row.title ? `<br>${escapeHtml(row.line)}` : ''}</td></tr>`,
    )
    .join('')}</table>
${rest > 0 ? `<p>${escapeHtml(word.more(rest))}</p>` : ''}
<p><a href="${escapeHtml(link)}" style="color:#165dff">${escapeHtml(word.open)}</a></p>
<p style="font-size:12px;color:#86909c">${escapeHtml(word.why)}</p></body></html>`
  return { subject, text, html }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)
}
