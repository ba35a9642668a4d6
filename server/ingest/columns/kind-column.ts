// Kinds of parties as files in different languages name them.
import { wordKey } from './text-key.ts'

const words: Readonly<Record<string, string>> = {
  person:
    'person;individual;individuals;natural person;natural;human;people;p;i;man;woman;个人;自然人;个人客户;人;人物;人员;個人;Natürliche Person;Privatperson;Einzelperson;Personne;Personne physique;Particulier;Individu;Persona;Persona física;Persona natural;Individuo;Particular;Физическое лицо;Физлицо;Физ. лицо;ФЛ;Лицо;Человек;Персона;Гражданин;فرد;أفراد;شخص;شخص طبيعي;أشخاص;개인;자연인',
  organisation:
    'organisation;organization;entity;entities;company;corporation;legal person;legal entity;business;corporate;public body;对公;企业客户;enterprise;firm;institution;group;bank;o;e;c;Organisationen;Unternehmen;Firma;Gesellschaft;Juristische Person;Verein;Einrichtung;Entreprise;Société;Entité;Personne morale;Organisme;Groupe;Banque;Empresa;Entidad;Sociedad;Compañía;Organización;Persona jurídica;Persona moral;Grupo;Юридическое лицо;Юрлицо;Юр. лицо;ЮЛ;Организация;Компания;Предприятие;Банк;Фирма;شركة;كيان;مؤسسة;منظمة;شخص اعتباري;جماعة;法人;団体;会社;企業;단체;법인;회사;组织;企业;公司;机构;法人;实体;单位;团体;银行;組織;公司企业',
  Vessel: 'vessel;ship;vessels;船舶;船;船只;Schiff;Navire;Buque;Судно;سفينة',
  Airplane: 'aircraft;airplane;plane;飞机;航空器;Flugzeug;Aéronef;Aeronave;Самолёт;Самолет;طائرة',
}
const kinds = new Map(
  Object.entries(words).flatMap(([kind, all]) => all.split(';').map(word => [wordKey(word), kind] as const)),
)

/** `person`, `organisation` or the schema of a thing that a word in a cell means; undefined for other words. */
export const kindOf = (text: string): string | undefined => kinds.get(wordKey(text))
