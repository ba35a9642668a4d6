import { expect, test } from 'vitest'
import { isFramePhrase } from './extract-phrases.ts'

test('notes on rights, forms and the last update introduce the frame, in several languages', () => {
  const texts = [
    '郑重声明：本网站发布此信息的目的在于传播更多信息。',
    '请留下您的联系方式，我们将尽快与您联系',
    '转载请注明出处',
    '未经本站许可，不得转载',
    '更新日：2024年4月1日',
    'Опубликовано: 12.03.2024',
    'آخر تحديث 12/3/2024',
    'Last updated 3 May 2024',
    'Letzte Änderung 14.02.2019',
  ]
  expect(texts.filter(text => !isFramePhrase(text))).toEqual([])
})

test('words that introduce sharing and other articles still do', () => {
  const texts = ['Share', 'Share this', 'Share on Facebook', 'Share: mail', 'Related', 'Related articles', 'Anzeige']
  expect([...texts, 'Comments', '3 comments'].filter(text => !isFramePhrase(text))).toEqual([])
})

test('sentences of a body that begin with the same words are none', () => {
  const texts = [
    '未经许可，任何单位和个人不得从事经营活动。',
    '下载个人所得税APP后，按照提示注册。',
    '安全提示：请勿到水库野泳。',
    'Опубликовано постановление о выборах',
    'تبرعات الشركات للمدارس',
    'Disclosure of interests',
    'Share capital: 25,000 euros',
    'Shareholders may register online',
    'Related parties hold 12 percent',
    'Anzeigepflichten gelten ab 2024',
    'Comments are accepted until 16 March 2026.',
  ]
  expect(texts.filter(text => isFramePhrase(text))).toEqual([])
})
