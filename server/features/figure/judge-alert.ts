import type { FigureAlert } from '#contract/figure.api.ts'

export type AlertRule = Pick<FigureAlert, 'rule' | 'amount' | 'is_share' | 'value' | 'base' | 'state'>
export type AlertOutcome = Pick<FigureAlert, 'value' | 'base' | 'state'> & { notifies: boolean }

/**
 * The state of an alert after a reading. `reading`: the value found, `missing` if the page no longer has the figure,
 * `unread` if the page could not be read. An amount that stays exceeded notifies once.
 */
export function judgeAlert(alert: AlertRule, reading: number | 'missing' | 'unread'): AlertOutcome {
  const { value, base, state } = alert
  if (typeof reading === 'string') return { value, base, state: reading, notifies: state !== reading }
  if (alert.rule === 'change') {
    const least = alert.is_share ? Math.abs((base ?? reading) * alert.amount) : Math.abs(alert.amount)
    const change = base === null ? 0 : Math.abs(reading - base)
    // Sums of decimals are inexact: 0.3 − 0.1 is less than 0.2.
    const isMet = change > 0 && change >= least - Math.max(1, Math.abs(reading)) * 1e-12
    return {
      value: reading,
      base: isMet || base === null ? reading : base,
      state: isMet ? 'met' : 'quiet',
      notifies: isMet,
    }
  }
  const isMet = alert.rule === 'above' ? reading > alert.amount : reading < alert.amount
  return { value: reading, base, state: isMet ? 'met' : 'quiet', notifies: isMet && state !== 'met' }
}
