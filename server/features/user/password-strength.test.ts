import { describe, expect, test } from 'vitest'
import { checkStrength } from './password-strength.ts'

const person = { username: 'zhangsan.chen', email: 'chen.zhangsan@team.example' }
const isStrong = (password: string) =>
  checkStrength(password, person).then(
    () => true,
    () => false,
  )

describe('password strength', () => {
  test.each([
    'correct-horse-battery-9',
    'Password-12345x',
    'editor-password-1',
    '四匹马在草地上慢慢地吃着青草',
    'v7$Kq!m2zR',
    'x'.repeat(3) + 'Jupiter und der Wolf'.repeat(9),
  ])('%s is accepted', async password => expect(await isStrong(password)).toBe(true))

  test.each([
    'password',
    'Password1',
    'P@ssw0rd2024',
    'qwerty123456',
    'iloveyou123456',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaaaaaa',
    'passwordpassword',
    '密码密码密码密码密码密码',
    'k3#xPq9w',
    'zhangsan.chen',
    'ZhangSan.Chen',
    'zhangsan.chen1',
    'chen.zhangsan@team.example',
    'chen.zhangsan',
  ])('%s is refused', async password => expect(await isStrong(password)).toBe(false))

  test('a password that is slow to evaluate is evaluated in a moment', async () => {
    await isStrong('warm up the word lists')
    const start = performance.now()
    await isStrong('p4s5w0rd@1!'.repeat(18))
    expect(performance.now() - start).toBeLessThan(15_000)
  })
})
