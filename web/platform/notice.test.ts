import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { useConnection } from './connection.ts'
import { errorText, showError, tellFailure, tellInstead } from './failure.ts'
import { setLocale } from './locale.ts'
import { notify, useNotices } from './notice.ts'

const failure = (status: number, message: string) => new ApiError({ status, code: status, message, errors: [] })
const texts = () => useNotices.getState().map(notice => notice.text)

beforeEach(() => {
  vi.useFakeTimers()
  useNotices.setState([], true)
})
afterEach(() => vi.useRealTimers())

test('several failures with one sentence are one toast of 5000 ms', () => {
  for (let n = 0; n < 3; n += 1) tellFailure(failure(500, '服务器出错'))
  expect(texts()).toEqual(['服务器出错'])
  vi.advanceTimersByTime(4999)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(texts()).toHaveLength(0)
})

test('without a sentence of the server it is Request Error, in the chosen language', () => {
  setLocale('en-US')
  tellFailure(failure(502, ''))
  setLocale('zh-CN')
  tellFailure(failure(502, ''))
  expect(texts()).toEqual(['Request Error', '请求错误'])
})

test('an ended session, an aborted request and what the client told already make no toast', () => {
  tellFailure(failure(401, 'x'))
  showError(new DOMException('stopped', 'AbortError'))
  showError(failure(500, 'x'))
  expect(texts()).toEqual([])
})

test('a server that is not reached is told once, however many requests try', () => {
  useConnection.setState({ isLost: false })
  setLocale('zh-CN')
  tellFailure(failure(0, ''))
  vi.advanceTimersByTime(6000)
  tellFailure(failure(0, ''))
  expect(texts()).toEqual([])
  expect(useConnection.getState().isLost).toBe(true)
})

test('a page says that the server is away and what happens then, not only that a request failed', () => {
  const away = (status: number, isRead: boolean) =>
    new ApiError({ status, code: status, message: '', errors: [], isRead })
  setLocale('en-US')
  expect(errorText(away(0, true))).toBe(
    'The server cannot be reached. Trying again; this will load automatically once it is back.',
  )
  // What was to be saved is not sent again by itself.
  expect(errorText(away(0, false))).toBe('The server cannot be reached; trying to reconnect.')
  setLocale('zh-CN')
  expect(errorText(away(502, true))).toBe('无法连接到服务器，正在重试，恢复后自动加载。')
  expect(errorText(failure(503, '服务暂时不可用'))).toBe('服务暂时不可用')
  expect(errorText(failure(500, ''))).toBe('请求错误')
})

test('a proxy that answers for a server that is away is asked until it is back', () => {
  useConnection.setState({ isLost: false })
  tellFailure(failure(502, ''))
  expect(useConnection.getState().isLost).toBe(true)
  useConnection.setState({ isLost: false })
  tellFailure(failure(503, '服务暂时不可用'))
  expect(useConnection.getState().isLost).toBe(false)
})

test('the sentence of a page takes the place of the client’s', () => {
  tellFailure(failure(409, '记录已更改'))
  tellInstead(failure(409, '记录已更改'), '此文件已由他人处理')
  expect(texts()).toEqual(['此文件已由他人处理'])
})

test('a notice with the id of a visible one takes its place and its time', () => {
  notify({ id: 'menu', kind: 'loading', text: 'loading' })
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['loading'])
  notify({ id: 'menu', kind: 'success', text: 'loaded' })
  expect(texts()).toEqual(['loaded'])
  vi.advanceTimersByTime(3000)
  expect(texts()).toEqual([])
})
