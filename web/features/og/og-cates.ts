import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useLookup } from '#web/ui/picker/lookup.ts'

export const useOgCates = () => useLookup(ogCateSource)
