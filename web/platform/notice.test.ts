import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { useConnection } from './connection.ts'
import { errorText, setFailureHandler, showError, showFailure } from './failure.ts'
import { setLocale } from './locale.ts'
import { notify, useNotices } from './notice.ts'

const failure = (status: number, message: string) => new ApiError({ status, code: status, message, errors: [] })
const texts = () => useNotices.getState().map(notice => notice.text)

beforeEach(() => {
  vi.useFakeTimers()
  useNotices.setState([], true)
})
afterEach(() => vi.useRealTimers())

test('several failures with one sentence share one toast of 5000 ms', () => {
  for (let n = 0; n < 3; n += 1) showFailure(failure(500, '服务器出错'))
  expect(texts()).toEqual(['服务器出错'])
  vi.advanceTimersByTime(4999)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(texts()).toHaveLength(0)
})

test('without a message of the server the toast is Request Error, in the chosen language', () => {
  setLocale('en-US')
  showFailure(failure(502, ''))
  setLocale('zh-CN')
  showFailure(failure(502, ''))
  expect(texts()).toEqual(['Request Error', '请求错误'])
})

test('an ended session, an aborted request and errors that the client has reported show no toast', () => {
  showFailure(failure(401, 'x'))
  showError(new DOMException('stopped', 'AbortError'))
  showError(failure(500, 'x'))
  expect(texts()).toEqual([])
})

test('an unreachable server is reported once, however many requests fail', () => {
  useConnection.setState({ isLost: false })
  setLocale('zh-CN')
  showFailure(failure(0, ''))
  vi.advanceTimersByTime(6000)
  showFailure(failure(0, ''))
  expect(texts()).toEqual([])
  expect(useConnection.getState().isLost).toBe(true)
})

test('a page reports that the server is unreachable and what follows, not only that a request failed', () => {
  const away = (status: number, isRead: boolean) =>
    new ApiError({ status, code: status, message: '', errors: [], isRead })
  setLocale('en-US')
  expect(errorText(away(0, true))).toBe(
    'The server cannot be reached. Trying again; this will load automatically once it is back.',
  )
  // A failed save is not sent again automatically.
  expect(errorText(away(0, false))).toBe('The server cannot be reached; trying to reconnect.')
  setLocale('zh-CN')
  expect(errorText(away(502, true))).toBe('无法连接到服务器，正在重试，恢复后自动加载。')
  expect(errorText(failure(503, '服务暂时不可用'))).toBe('服务暂时不可用')
  expect(errorText(failure(500, ''))).toBe('请求错误')
})

test('after a gateway error the server is pinged until it is back', () => {
  useConnection.setState({ isLost: false })
  showFailure(failure(502, ''))
  expect(useConnection.getState().isLost).toBe(true)
  useConnection.setState({ isLost: false })
  showFailure(failure(503, '服务暂时不可用'))
  expect(useConnection.getState().isLost).toBe(false)
})

test('the sentence of a page replaces the client’s', () => {
  showFailure(failure(409, '记录已更改'))
  setFailureHandler(failure(409, '记录已更改'), '此文件已由他人处理')
  expect(texts()).toEqual(['此文件已由他人处理'])
})

test('a notice with the id of a visible one replaces it and restarts its time', () => {
  notify({ id: 'menu', kind: 'loading', text: 'loading' })
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['loading'])
  notify({ id: 'menu', kind: 'success', text: 'loaded' })
  expect(texts()).toEqual(['loaded'])
  vi.advanceTimersByTime(3000)
  expect(texts()).toEqual([])
})
