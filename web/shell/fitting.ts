/** How many items of these widths fit side by side; if not all do, the button to the rest must fit too. */
export function countFitting(
  widths: readonly number[],
  spacePx: number,
  { gapPx, morePx }: { gapPx: number; morePx: number },
): number {
  const ends: number[] = []
  for (const width of widths) ends.push((ends.at(-1) ?? -gapPx) + gapPx + width)
  if ((ends.at(-1) ?? 0) <= spacePx) return widths.length
  return ends.filter(end => end + gapPx + morePx <= spacePx).length
}
