/** Digits of a telephone number, at most and at least. */
const phoneDigits = { least: 7, most: 15 }
const mails = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/gu
const phones = /(?<![\d.,+])(?:\+\s?|\(\s?)?\d[\d\s().\-/–]{5,22}\d(?!\d)/gu
const accounts = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?\b/gu
/** Words that introduce a telephone or telefax number. */
const phoneWord =
  /\b(?:tel|tél|teléfono|telefon|telephone|téléphone|phone|fon|fax|telefax|mobile|mobil|cell|call|hotline|ruf|whatsapp)\b|☎|📞|电话|電話|传真|傳真|手机|手機|热线|熱線|联系方式|聯絡|連絡先|전화|팩스|тел(?:ефон)?|факс|هاتف|فاكس/iu
/** A number that is written as no other number is: with a plus, an area code, or a leading zero in groups. */
const isNumberOfPhone = /^(?:\+|\(\s?0|0\d{1,4}[\s\-/–]\d)/
const dateLike = /^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/

/** E-mail addresses, telephone numbers and bank accounts of a text, in its order, without their punctuation. */
export function contactsIn(text: string): string[] {
  const found: string[] = []
  for (const [mail] of text.matchAll(mails)) found.push(mail.toLowerCase())
  for (const [account] of text.matchAll(accounts)) found.push(account.replaceAll(' ', ''))
  const isPhone = phoneWord.test(text)
  for (const [phone] of text.matchAll(phones)) {
    const digits = phone.replace(/\D/g, '')
    if (digits.length < phoneDigits.least || digits.length > phoneDigits.most || dateLike.test(phone.trim())) continue
    if (isPhone || isNumberOfPhone.test(phone)) found.push(digits)
  }
  return found
}

/** Whether two texts of one place state other contact data; contact data that only came or only went counts too. */
export function hasOtherContacts(before: string, after: string): boolean {
  return contactsIn(before).join(' ') !== contactsIn(after).join(' ')
}

const hours = /\d{1,2}(?:[:.：]\d{2}|\s?[ap]\.?m\.?|\s?[时點点]|\s?uhr)\s*(?:[-–—~～至到]|to|bis|until)\s*\d{1,2}/iu

/** Whether a text states a period of a day, such as opening hours. */
export function hasHours(text: string): boolean {
  return hours.test(text)
}

/** Words for the date of something that happens, unlike the date of a text. */
const dueWords =
  /\b(?:deadline|due|until|till|closes?|closing|expir\w+|valid|effective|in force|hearing|meeting|auction|tender|applications?|submissions?|registration|opens?|opening|appointed|election|ballot|assembly|begins?|starts?|ends?|term|maturity|launch|conference|exhibition|frist|bis|gültig|bewerbungsschluss|einreich\w+|abgabe|sitzung|termin|versammlung|anmelde\w+|date limite|jusqu|avant le|échéance|réunion|plazo|hasta|vence|reunión|до|срок|заседани\w+)\b|截止|截稿|期限|有效期|生效|施行|实施|實施|开庭|開庭|报名|報名|申请|申請|提交|投标|投標|开标|開標|公示期|任期|召开|召開|举行|舉行|会期|會期|締切|まで|開催|마감|기한/iu
/** Words for the date of a text or of a visit. */
const stampWords =
  /\b(?:updated|modified|published|posted|revised|generated|accessed|printed|today|now|last|stand|aktualisiert|veröffentlicht|heute|mis à jour|publié|actualizado|publicado)\b|更新|发布|發布|发表|發表|修改|今天|今日|现在|現在|当前|當前|来源|來源|公開日|登録日/iu

/** Whether a text states when it was written or read. */
export function isStamp(text: string): boolean {
  return stampWords.test(text)
}

/** Whether a date in a text is that of something that happens. */
export function isDueDate(text: string): boolean {
  return dueWords.test(text) && !stampWords.test(text)
}
