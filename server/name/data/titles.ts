import { wordsOf } from '../table.ts'

/** Forms of address, ranks and offices, folded. They hardly identify a person. */
export const titles = new Set(
  wordsOf(`mr mrs ms miss mister dr doctor prof professor sir dame lord lady rev reverend fr father bishop archbishop cardinal rabbi imam hon honourable
  president prasident prime minister senator governor general gen lieutenant lt colonel col major maj captain capt cpt sergeant sgt admiral adm brigadier brig commander cmdr marshal
  corporal judge justice ambassador king queen prince princess emir amir sultan sheikh shaikh shaykh sheik cheikh sayyid sayed sayyed seyed said-us syed haji hajji hajj hadji
  al-haj alhaj alhaji mullah mulla maulavi mawlawi molvi maulana mawlana qari ustad ayatollah hojatoleslam hafiz alim eng engr engineer jr sr esq phd md mba
  herr frau monsieur madame mme mlle senor senora sr sra don dona dom signor signora pan pani gospodin graf baron baroness count von-und
  г-н г-жа господин госпожа президент доктор профессор генерал полковник подполковник майор капитан лейтенант пан пані
  الدكتور دكتور الشيخ شيخ السيد الاستاذ استاذ المهندس مهندس الحاج حاج الملا ملا مولوي قاري الامير امير العقيد اللواء الرئيس القاضي سماحة اية حجة الاسلام سيد حاجي دكتر مهندس
  先生 女士 小姐 博士 教授 主席 总统 総理 大統領 氏 様 さん 씨 박사 대통령 장군 ד״ר מר גב פרופ הרב श्री श्रीमती डॉ`),
)

/** The titles that are never used as a name. */
export const addresses = new Set(
  wordsOf(`mr mrs ms dr doctor prof professor president prasident senator minister governor chancellor general gen colonel col ambassador
  президент генерал полковник доктор профессор الرئيس الدكتور العقيد 大統領 대통령 总统 教授 博士`),
)

/** Words of names that link others: of, son of, the. */
export const particles = new Set(
  wordsOf(`al el ul ad as ash at az an ar bin ibn ben bint binti binte bte de del della di da do dos das la le les lo du des van von der den ter ten zu zum y e i
  walad wald ould uld ag og oghli oglu ogly kyzy qizi bar bat ha-levi af av till
  بن ابن بنت ولد ال אבן בן בת`),
)

/** Words that many names contain besides their distinctive part. */
export const minor = new Set(
  wordsOf('abu abou aboo abi ebu umm um oum abd abdul abdel allah الله khan bek bey jan ابو ابي ام عبد خان'),
)

/** Very common names, folded: alone they identify hardly anyone, several together not many more. */
export const commonGivenNames = new Set(
  wordsOf(`mohammed mohamed mohammad muhammad mohamad muhammed mohd ahmed ahmad ali hassan hasan hussein hussain husayn hossein ibrahim abdallah allah omar umar yusuf youssef
  mahmoud mahmud mustafa mostafa khalid khaled salim saleh salih said saeed rahman abbas karim jamal hamid rashid aziz hamad nasser nasir ismail khalil sami
  kim lee park choi jung kang cho yoon jang lim ri pak choe jong chong song hyon kwon hwang an ahn jo han shin sin wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin
  wong chan cheung leung lam ng tan lim nguyen tran le pham phan vu dang bui do
  singh kumar sharma devi kaur patel gupta das raj shah khan hussain
  ivanov petrov sidorov smirnov kuznetsov popov vasiliev sokolov volkov aleksandr alexander sergey sergei dmitry andrey andrei alexei aleksei vladimir mikhail ivan nikolai igor oleg
  aleksandrovich vladimirovich nikolaevich sergeevich ivanovich viktorovich mikhailovich petrovich
  jose juan luis carlos maria antonio francisco jesus manuel miguel pedro garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez torres gomez silva santos
  oliveira souza pereira john james robert michael william david richard thomas charles paul mark george daniel peter mary anna smith johnson williams brown jones miller davis
  wilson taylor anderson martin jackson white harris thompson jan hans muller schmidt schneider weber fischer jean pierre michel philippe dubois bernard rossi ferrari giuseppe marco
  tanaka sato suzuki takahashi watanabe ito yamamoto nakamura mehmet mustafa yilmaz kaya demir`),
)
