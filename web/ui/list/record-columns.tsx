import { formatInstant } from '#web/platform/clock.ts'
import { AccessText, accessTexts, instantText, OwnerName } from './cells.tsx'
import type { Column } from './list-config.ts'

/** A sortable column of an instant, newest first. */
export function instantColumn<Id extends string, Row extends Record<Id, string | null>>(
  id: Id,
  title: string,
  defaultHidden = false,
): Column<Row> {
  return {
    id,
    title,
    cell: row => <span className="quiet">{formatInstant(row[id])}</span>,
    widest: [instantText],
    width: 148,
    sort: id,
    sortsDownFirst: true,
    isNumber: true,
    align: 'end',
    defaultHidden,
  }
}

export function ownerColumn<Row extends { owner: number | null }>(title: string, defaultHidden = true): Column<Row> {
  return { id: 'owner', title, cell: row => <OwnerName id={row.owner} />, width: 120, defaultHidden }
}

/** An export of the column has both access lists. */
export function accessColumn<Row extends Parameters<typeof AccessText>[0]['record']>(
  title: string,
  defaultHidden = true,
): Column<Row> {
  return {
    id: 'access',
    title,
    cell: row => <AccessText record={row} />,
    widest: accessTexts(),
    width: 120,
    defaultHidden,
    fields: ['read_user', 'write_user'],
  }
}
