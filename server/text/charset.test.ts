import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeBody } from './charset.ts'

const chinese =
  '关于进一步加强企业信息公示工作的通知。各有关单位：现将本年度的要求公布如下，请认真贯彻执行，并于月底前上报。'
const taiwan =
  '關於進一步加強企業資訊公示工作的通知。各有關單位：現將本年度的要求公布如下，請認真貫徹執行，並於月底前上報。'
const japanese =
  'これは会社のお知らせです。本年度の事業計画について、次のとおり公表します。詳しくは担当者までお問い合わせください。'
const korean =
  '회사 공지사항입니다. 올해 사업 계획을 다음과 같이 발표합니다. 자세한 내용은 담당자에게 문의하시기 바랍니다.'
const russian =
  'Уведомление о порядке раскрытия информации предприятиями в текущем году. Подробности уточняйте у ответственных.'
const french =
  'Décision relative à la publication des données des sociétés, arrêtée après délibération du comité réuni à Genève.'
const page = (text: string, meta = '') =>
  `<!doctype html><html><head>${meta}<title>${text.slice(0, 8)}</title></head><body><p>${text}</p></body></html>`
const read = (text: string, charset: string, type: string | null, meta = '', override?: string) =>
  decodeBody(iconv.encode(page(text, meta), charset), type, override)

describe('a page reads as it was written', () => {
  test.each([
    ['gbk', chinese, 'text/html; charset=gb2312', '', 'header', 'gbk'],
    ['gb18030', `${chinese}𠀀`, 'text/html; charset="GB18030"', '', 'header', 'gb18030'],
    ['big5', taiwan, 'text/html', '<meta charset="big5">', 'meta', 'big5'],
    [
      'shift_jis',
      japanese,
      'text/html',
      '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
      'meta',
      'shift_jis',
    ],
    ['euc-kr', korean, 'text/html; charset=ks_c_5601-1987', '', 'header', 'euc-kr'],
    ['windows-1251', russian, 'text/html; charset=windows-1251', '', 'header', 'windows-1251'],
    ['utf-8', chinese, null, '', 'utf8', 'utf-8'],
    ['utf-8', chinese, 'text/html; charset=utf-8', '<meta charset="gbk">', 'header', 'utf-8'],
    ['utf-16le', chinese, 'text/html; charset=utf-16', '', 'detected', 'utf-16le'],
    ['utf-16be', chinese, 'text/html', '', 'detected', 'utf-16be'],
    // Nothing declared.
    ['gbk', chinese, 'text/html', '', 'detected', 'gb18030'],
    ['big5', taiwan, 'text/html', '', 'detected', 'big5'],
    ['shift_jis', japanese, 'text/html', '', 'detected', 'shift_jis'],
    ['euc-jp', japanese, 'text/html', '', 'detected', 'euc-jp'],
    ['euc-kr', korean, 'text/html', '', 'detected', 'euc-kr'],
    ['windows-1251', russian, 'text/html', '', 'detected', 'windows-1251'],
    ['windows-1252', french, 'text/html', '', 'detected', 'windows-1252'],
    // A wrong declaration.
    ['gbk', chinese, 'text/html; charset=utf-8', '', 'corrected', 'gb18030'],
    ['gbk', chinese, 'text/html; charset=utf-8', '<meta charset="gbk">', 'corrected', 'gbk'],
    ['gbk', chinese, 'text/html; charset=iso-8859-7x', '<meta charset="gbk">', 'meta', 'gbk'],
    ['utf-8', chinese, 'text/html; charset=gbk', '', 'corrected', 'utf-8'],
    ['utf-8', french, 'text/html; charset=iso-8859-1', '', 'corrected', 'utf-8'],
    ['utf-8', chinese, 'text/html; charset=utf-16', '', 'header', 'utf-8'],
    ['big5', taiwan, 'text/html; charset=utf-8', '', 'corrected', 'big5'],
    ['shift_jis', japanese, 'text/html; charset=utf-8', '', 'corrected', 'shift_jis'],
    ['windows-1252', french, 'text/html; charset=utf-8', '', 'corrected', 'windows-1252'],
  ])('%s: %s, declared %s %s', (charset, text, type, meta, source, name) => {
    const result = read(text, charset, type, meta)
    expect(result.text).toBe(page(text, meta))
    expect(result).toMatchObject({ source, charset: name, hasReplacement: false })
  })

  test('by its byte order mark, whatever is declared', () => {
    const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page(chinese), 'utf16le')])
    expect(decodeBody(body, 'text/html; charset=utf-8')).toMatchObject({
      text: page(chinese),
      source: 'bom',
      charset: 'utf-16le',
    })
    expect(decodeBody(Buffer.from(`\ufeff${page(chinese)}`), 'text/html; charset=gbk', 'big5')).toMatchObject({
      text: page(chinese),
      source: 'bom',
    })
  })

  test('by the setting of its site, which a person has chosen', () => {
    const result = read(taiwan, 'big5', 'text/html; charset=gbk', '', 'big5')
    expect(result).toMatchObject({ text: page(taiwan), source: 'override', charset: 'big5' })
    expect(read(chinese, 'gbk', 'text/html; charset=gbk', '', 'no-such-charset').text).toBe(page(chinese))
  })

  test('with a few broken characters keeps the declared charset', () => {
    const body = Buffer.concat([Buffer.from(page(chinese.repeat(20))), Buffer.from([0xe4, 0xbd])])
    expect(decodeBody(body, 'text/html; charset=utf-8')).toMatchObject({
      charset: 'utf-8',
      source: 'header',
      hasReplacement: true,
    })
    const gbk = Buffer.concat([iconv.encode(page(chinese.repeat(20)), 'gbk'), Buffer.from([0xff])])
    expect(decodeBody(gbk, 'text/html; charset=gbk')).toMatchObject({ charset: 'gbk', hasReplacement: true })
  })

  test('that is not text, or is empty, harms nothing', () => {
    expect(decodeBody(Buffer.alloc(0), null).text).toBe('')
    expect(decodeBody(Buffer.from([0, 1, 2, 0xff, 0xfe, 0x80]), null).text).toBeTypeOf('string')
    const hostile = Buffer.from('<meta '.repeat(50_000) + '\xff'.repeat(1000), 'latin1')
    const startedAt = performance.now()
    decodeBody(hostile, null)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
