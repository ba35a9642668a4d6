/**
 * Languages of CLDR for which the pinned runtime has names of months and countries, and variants whose words differ
 * from their language. A test compares the list with the runtime.
 */
const languages =
  'af agq ak am ar ars as asa ast az ba bas be bem bez bg bgc bho blo bm bn bo br brx bs bua ca ccp ce ceb cgg chr ckb cs csw cv cy da dav de dje doi dsb dua dyo dz ebu ee el en eo es et eu ewo fa ff fi fil fo fr fur fy ga gaa gd gl gsw gu guz gv ha haw he hi hr hsb hu hy ia id ie ig ii is it ja jgo jmc jv ka kab kam kde kea kgp khq ki kk kkj kl kln km kn ko kok ks ksb ksf ksh ku kw kxv ky lag lb lg lij lkt lmo ln lo lrc lt lu luo luy lv mai mas mer mfe mg mgh mgo mi mk ml mn mni mr ms mt mua my mzn naq nb nd nds ne nl nmg nn nnh no nqo nso nus nyn oc om or os pa pcm pl pms prg ps pt qu raj rm rn ro rof ru rw rwk sa sah saq sat sbp sc scn sd se seh ses sg shi shn si sk sl smn sn so sq sr st su sv sw syr szl ta te teo tg th ti tk tn to tok tr tt twq tyv tzm ug uk ur uz vai vec vi vmw vun wae wo xh xnr xog yav yi yo yrl yue za zgh zh zu'
const variants =
  'ar-DZ ar-IQ ar-MA ar-SA ar-SY ar-TN az-Cyrl bs-Cyrl de-AT de-CH en-AU en-CA en-GB en-ZA es-419 es-MX es-AR es-PE es-UY ff-Adlm fr-CA fr-CH hi-Latn kk-Arab kok-Latn ks-Deva kxv-Deva mni-Mtei pa-Arab pt-PT ro-MD ru-UA sat-Deva sd-Deva shi-Latn sr-Latn sr-ME sr-Latn-ME su-Latn sw-KE ur-IN uz-Arab uz-Cyrl vai-Latn yue-Hans zh-Hant zh-Hant-HK'

/** If a word has two meanings, the languages in which files are most often written take precedence. */
const first = 'en zh zh-Hant de fr es ru ar ja pt it nl pl uk tr ko fa'.split(' ')

export const locales: readonly string[] = [...new Set([...first, ...languages.split(' '), ...variants.split(' ')])]
export const firstLocales: ReadonlySet<string> = new Set(first)
