import type { ReactNode } from 'react'
import { furtherContacts, rowOf } from '#contract/contact-field.ts'
import type { Locale } from '#contract/error.ts'
import { type Person, type PersonField, personSchema } from '#contract/person.api.ts'
import { ContactFacts, FirstMore, IdentifierFacts } from '#web/features/identifier/identifier.ts'
import { yearsBetween } from '#web/platform/age.ts'
import { formatDay, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useCustomFacts } from '#web/record/custom-fields.tsx'
import { useOwnFacts } from '#web/record/own-facts.ts'
import type { PageFact } from '#web/record/record-page.tsx'
import { type FieldFormatter, isBlank } from '#web/ui/formatter.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { AliasFacts } from '#web/ui/schema/alias-facts.tsx'
import { factNames } from '#web/ui/schema/labels.ts'
import { personPageMessages } from './page-messages.ts'
import css from './person-page.module.css'

const isWeb = (text: string) => /^https?:\/\//i.test(text)

/** A web address from an address, a Wikidata id, or the title of an article in the user's language. */
function wikiAddress(text: string, locale: Locale): string {
  if (isWeb(text)) return text
  if (/^Q\d+$/.test(text)) return `https://www.wikidata.org/wiki/${text}`
  // Text with another scheme is not a title: it stays text.
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return text
  const site = /\p{Script=Han}/u.test(text) || locale === 'zh-CN' ? 'zh' : 'en'
  return `https://${site}.wikipedia.org/wiki/${encodeURIComponent(text.replaceAll(' ', '_'))}`
}

/** Text that is neither an address nor a user name stays text. */
function twitterAddress(text: string): string {
  const name = /^@?(\w{1,15})$/.exec(text)?.[1]
  return name ? `https://x.com/${name}` : text
}

function facebookAddress(text: string): string {
  return /^[A-Za-z\d.]{5,50}$/.test(text) ? `https://www.facebook.com/${text}` : text
}

/** Null for text that cannot be dialled. */
function phoneAddress(text: string): string | null {
  const dialled = text.replace(/[\s().-]/g, '')
  return /^\+?\d{3,20}$/.test(dialled) ? `tel:${dialled}` : null
}

function mailAddress(text: string): string | null {
  return /^[^\s@<>?&,;:"]+@[^\s@<>?&,;:"]+\.[^\s@<>?&,;:"]+$/.test(text) ? `mailto:${text}` : null
}

/** The photo is first. */
const factFields: PersonField[] = ['icon', ...factNames(personSchema)]

/** Facts of a person besides the region; unknown ones are left out. */
export function usePersonFacts(person: Person, formatters: Record<PersonField, FieldFormatter>): PageFact[] {
  const t = useT(personPageMessages)
  const locale = useLocale()
  const always = useOwnFacts(person)
  const custom = useCustomFacts('person', person)
  const further = furtherContacts(personSchema, person)
  /** Present age, or age at death; approximate if the dates are not exact. */
  function ageText(birth: string | null, death: string | null): string | null {
    const found = birth ? yearsBetween(birth, death ?? formatDay(now())) : null
    if (!found) return null
    const { years: age, isExact } = found
    return death ? t(isExact ? 'aged' : 'agedAbout', { age }) : t(isExact ? 'age' : 'ageAbout', { age })
  }
  const withAge = (text: string, age: string | null) => (age ? `${text} · ${age}` : text)
  const own: Partial<Record<PersonField, (text: string) => ReactNode>> = {
    icon: src => <img className={css.photo} src={src} alt={t('photoOf', { name: person.name })} />,
    aliases: () => <AliasFacts aliases={person.aliases} notes={person.alias_notes} />,
    labels: () => (
      <div className="flex wrap gap-2">
        {person.labels.map(label => (
          <PageLink key={label} to="person" search={{ label, is_focus: 'any' }} className="chip framed quiet break">
            {label}
          </PageLink>
        ))}
      </div>
    ),
    identifiers: () => <IdentifierFacts noun="person" id={person.id} items={person.identifiers} />,
    contacts: () => <ContactFacts items={further} />,
    birth_time: text => withAge(text, person.death_time ? null : ageText(text, null)),
    death_time: text => withAge(text, ageText(person.birth_time, text)),
    picture: text => <OutLink address={text} />,
    website: text => <OutLink address={text} />,
    wiki: text => <OutLink address={wikiAddress(text, locale)} text={text} />,
    twitter: text => <OutLink address={twitterAddress(text)} text={text} />,
    facebook: text => <OutLink address={facebookAddress(text)} text={text} />,
    phone_number: text => <OwnLink address={phoneAddress(text)} text={text} />,
    mail: text => <OwnLink address={mailAddress(text)} text={text} />,
  }
  const known = factFields.filter(field => !isBlank(field === 'contacts' ? further : person[field]))
  return [
    ...known.map(field => ({
      field,
      label: formatters[field].label,
      value: (
        <>
          {own[field]?.(String(person[field])) ?? formatters[field].show(person[field])}
          <FirstMore row={rowOf(personSchema, person, field)} />
        </>
      ),
      isMono: field === 'external_id',
    })),
    ...custom,
    ...always,
  ]
}

function OwnLink({ address, text }: { address: string | null; text: string }) {
  return address ? <a href={address}>{text}</a> : text
}
