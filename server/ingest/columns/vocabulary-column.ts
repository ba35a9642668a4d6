// Words for the values of fields with fixed choices, as files in other languages contain them.
import { valueKey } from './text-key.ts'

type Vocabulary = Readonly<Record<string, string>>

const yes =
  'true yes y 1 x 是 对 重点 ja oui si sí да نعم はい 有 sim tak evet sì wahr vrai verdadero истина ✓ ✔ так áno ano yes.'
const no = 'false no n 0 否 不是 nein non нет لا いいえ 无 無 não nao nie hayır falsch faux falso ложь ні ne'

/** Unambiguous words, which are accepted without confirmation. */
const sure: Readonly<Record<string, Vocabulary>> = {
  boolean: { true: yes, false: no },
  gender: {
    male: 'male m man mr herr männlich maennlich mann masculin homme masculino hombre varón мужской мужчина муж м ذكر رجل 男 男性 남 남성 남자 erkek maschio uomo mężczyzna чоловік чоловіча homem mannelijk',
    female:
      'female f woman ms mrs frau weiblich féminin femme femenino mujer женский женщина жен ж أنثى انثى امرأة 女 女性 여 여성 여자 kadın femmina donna kobieta жінка жіноча feminino mulher vrouwelijk w',
  },
  status: {
    draft: '草稿 待确认 pending entwurf brouillon borrador черновик مسودة 下書き',
    confirmed: '已确认 确认 bestätigt confirmé confirmado подтверждено подтвержден مؤكد 確認済み',
    dismissed: '已排除 排除 忽略 cancelled canceled verworfen abgesagt rejeté descartado отклонено отменено ملغى 却下',
  },
  danger_level: {
    受制裁:
      'sanctioned sanction 制裁 制裁对象 sanktioniert sanktion sanctionné sancionado санкции подсанкционный подсанкционное معاقب 制裁対象 受制裁',
    一类: 'class1 classi level1 tier1 category1 first firstclass 1 i 1类 klasse1 stufe1 kategorie1 niveau1 catégorie1 nivel1 категория1 уровень1',
    二类: 'class2 classii level2 tier2 category2 second secondclass 2 ii 2类 klasse2 stufe2 kategorie2 niveau2 catégorie2 nivel2 категория2 уровень2',
    中性: 'neutral none 中立 neutre нейтральный нейтрально محايد',
    待定: 'undetermined undecided tobedetermined tbd pending unknown 未定 unbekannt offen inconnu desconocido неизвестно غيرمعروف 不明',
  },
}

/** Words that probably mean the value: they are proposed, and used only after a confirmation. */
const likely: Readonly<Record<string, Vocabulary>> = {
  danger_level: {
    一类: 'high hoch veryhigh sehrhoch critical kritisch élevé eleve alto alta высокий высокая عالي مرتفع 高 高い 高风险 высокое',
    二类: 'medium mittel moderate moyen medio media средний средняя متوسط 中 中风险 среднее erhöht elevated',
    中性: 'low niedrig gering faible bajo baja низкий низкая منخفض 低 低い 低风险 keine none низкое',
  },
}

const tables = new Map<Vocabulary, Map<string, string>>()

function find(vocabulary: Vocabulary | undefined, text: string): string | undefined {
  if (!vocabulary) return undefined
  const known =
    tables.get(vocabulary) ??
    new Map(
      Object.entries(vocabulary).flatMap(([value, words]) =>
        [value, ...words.split(' ')].map(word => [valueKey(word), value] as const),
      ),
    )
  tables.set(vocabulary, known)
  return known.get(valueKey(text))
}

/** The value of a field that a word means. */
export const readWord = (field: string, text: string): string | undefined => find(sure[field], text)

/** The value that a word probably means. */
export const likelyWord = (field: string, text: string): string | undefined => find(likely[field], text)
