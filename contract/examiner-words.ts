import type { Locale } from './error.ts'
import type { Alteration, QueryScript } from './examiner.api.ts'

type ExaminerTexts<K extends string> = Record<Locale, Record<K, string>>

/** Names of alterations and scripts, for the page and the report. */
export const alterationWords: ExaminerTexts<Alteration> = {
  'zh-CN': {
    exact: '原样',
    order: '词序颠倒',
    initials: '首字母缩写',
    one_letter: '错一个字母',
    script: '换一种文字',
    legal_form: '公司类型增减',
    birth_year: '附出生年份',
    married_name: '加夫姓',
    no_patronymic: '略去父名',
    spacing: '空格或连字符',
  },
  'en-US': {
    exact: 'Unchanged',
    order: 'Word order reversed',
    initials: 'Initials',
    one_letter: 'One wrong letter',
    script: 'Different script',
    legal_form: 'Legal form added or dropped',
    birth_year: 'With year of birth',
    married_name: 'Married name',
    no_patronymic: 'Without patronymic',
    spacing: 'Spaces and hyphens',
  },
}
export const scriptWords: ExaminerTexts<QueryScript> = {
  'zh-CN': { latin: '拉丁字母', cyrillic: '西里尔字母', arabic: '阿拉伯字母', han: '汉字', other: '其他文字' },
  'en-US': { latin: 'Latin', cyrillic: 'Cyrillic', arabic: 'Arabic', han: 'Chinese', other: 'Other scripts' },
}
