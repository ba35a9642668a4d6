import { expect, test } from 'vitest'
import { randomOf } from '../kills.ts'
import { kindOf, planFaults } from './plan.ts'

test('the same seed plans the same faults, another seed different ones', () => {
  expect(planFaults(30, randomOf(7))).toEqual(planFaults(30, randomOf(7)))
  expect(planFaults(30, randomOf(7))).not.toEqual(planFaults(30, randomOf(8)))
})

test('every kind of fault occurs once before any repeats', () => {
  const kinds = planFaults(20, randomOf(1)).map(kindOf)
  expect(new Set(kinds).size).toBe(20)
  expect(new Set(planFaults(200, randomOf(1)).map(kindOf)).size).toBe(20)
})

test('with few faults, those of the primary come first', () => {
  expect(planFaults(3, randomOf(1)).map(kindOf).sort()).toEqual(['cut primary', 'freeze primary', 'kill primary'])
})

test('chosen kinds exclude all others', () => {
  const only = ['kill haproxy', 'freeze pgbouncer']
  expect(new Set(planFaults(5, randomOf(1), only).map(kindOf))).toEqual(new Set(only))
  expect(() => planFaults(5, randomOf(1), ['kill everything'])).toThrow('kill everything')
})

test('a primary stays away for longer than its lease, a worker for longer than its heartbeat', () => {
  const faults = planFaults(500, randomOf(3))
  expect(Math.min(...faults.filter(({ victim }) => victim === 'primary').map(({ holdS }) => holdS))).toBeGreaterThan(8)
  expect(Math.min(...faults.filter(({ victim }) => victim === 'worker').map(({ holdS }) => holdS))).toBeGreaterThan(15)
})
