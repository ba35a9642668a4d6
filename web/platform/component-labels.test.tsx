import { cleanup, render } from '@testing-library/react'
import { Button, ConfigProvider, Input, InputNumber, Pagination, Select, Tag } from 'antd'
import { afterEach, expect, it } from 'vitest'
import { loadAntdLocale } from './antd-locale.ts'
import { watchComponentLabels } from './component-labels.ts'

let stop = () => {}
afterEach(() => {
  stop()
  cleanup()
})

it.each(['zh-CN', 'en-US'] as const)(
  'no label of the component library is the plain name of an icon (%s)',
  async locale => {
    stop = watchComponentLabels(() => locale)
    const texts = await loadAntdLocale(locale)
    render(
      <ConfigProvider locale={texts}>
        <InputNumber aria-label="n" />
        <Select aria-label="s" allowClear value="a" options={[{ value: 'a' }]} />
        <Input.Password aria-label="p" />
        <Input aria-label="i" allowClear defaultValue="x" />
        <Tag closable>t</Tag>
        <Button loading>b</Button>
        <Input.Search aria-label="q" />
        <Pagination total={1_000} showSizeChanger />
      </ConfigProvider>,
    )
    const names = () =>
      [...document.querySelectorAll('[aria-label]')].map(element => element.getAttribute('aria-label') ?? '')
    const increase = locale === 'zh-CN' ? '增加' : 'Increase'
    await expect.poll(names).toContain(increase)
    // Each button has a name after the document is stable.
    await new Promise(resolve => setTimeout(resolve, 50))
    const nameless = [...document.querySelectorAll('button')].filter(
      button =>
        button.textContent?.trim() === '' &&
        !button.getAttribute('aria-label') &&
        !button.querySelector('[aria-label]'),
    )
    expect(nameless.map(button => button.outerHTML)).toEqual([])
    const pictures = names().filter(name => /^[a-z]+(-[a-z]+)*$/.test(name) && name.length > 1)
    expect(pictures).toEqual([])
    if (locale === 'zh-CN') expect(names().filter(name => /[a-z]{2}/i.test(name))).toEqual([])
  },
)
