// Headings of columns in German, French, Spanish, Russian, Arabic and Japanese; Chinese and English ones are defined
// with the fields.

/** Keyed by the content of a column, not by the name of one field, because imports and lists share the table. */
const headingWords = {
  name: 'Name;Vollständiger Name;Vor- und Nachname;Bezeichnung;Nom;Nom complet;Nom et prénom;Nombre;Nombre completo;Nombre y apellidos;Имя;ФИО;Ф.И.О.;Ф. И. О.;Полное имя;Наименование;Название;الاسم;الاسم الكامل;اسم;名前;氏名;お名前;名称',
  company:
    'Firma;Firmenname;Unternehmen;Unternehmensname;Gesellschaft;Organisation;Entreprise;Société;Raison sociale;Dénomination;Dénomination sociale;Organisme;Empresa;Razón social;Compañía;Sociedad;Denominación social;Компания;Организация;Наименование организации;Наименование компании;Полное наименование;Юридическое лицо;Предприятие;الشركة;اسم الشركة;المؤسسة;المنظمة;اسم المؤسسة;会社名;企業名;法人名;社名;組織名;団体名;商号',
  first_name: 'Vorname;Vornamen;Rufname;Prénom;Prénoms;Nombre de pila;Nombres;Имя собственное;الاسم الأول;名',
  last_name: 'Nachname;Familienname;Zuname;Nom de famille;Apellido;Apellidos;Фамилия;اسم العائلة;اللقب;姓',
  middle_name: 'Zweiter Vorname;Vatersname;Deuxième prénom;Segundo nombre;Отчество;اسم الأب;ミドルネーム',
  alias:
    'Alias;Aliasname;Aliasnamen;Weitere Namen;Andere Namen;auch bekannt als;Autres noms;Autre nom;Pseudonyme;Alias connus;Otros nombres;También conocido como;Псевдоним;Псевдонимы;Другие имена;Другое имя;Другие названия;Также известен как;الاسم المستعار;أسماء أخرى;اسم الشهرة;別名;別称;通称;通名',
  former_name:
    'Früherer Name;Geburtsname;Ehemaliger Name;Ancien nom;Nom antérieur;Nombre anterior;Прежнее имя;Прежнее наименование;Бывшее название;الاسم السابق;旧名;旧姓;旧社名',
  short_name:
    'Kurzname;Kurzbezeichnung;Abkürzung;Sigle;Nom abrégé;Siglas;Nombre corto;Сокращенное наименование;Краткое наименование;Сокращение;الاختصار;略称',
  english_name:
    'Englischer Name;Name (englisch);Nom anglais;Nombre en inglés;Английское название;Название на английском;الاسم بالإنجليزية;الاسم الانجليزي;英語名;英文名;英語表記',
  kind: 'Typ;Art;Kategorie;Personentyp;Type;Type de personne;Catégorie;Tipo;Tipo de persona;Categoría;Тип;Вид;Категория;النوع;الفئة;種別;種類;区分',
  birth_date:
    'Geburtsdatum;Geburtstag;geboren;geboren am;Geb.-Datum;Geb. Datum;Geburtsjahr;Date de naissance;Né le;Née le;Né(e) le;Année de naissance;Fecha de nacimiento;Fecha nac.;Nacimiento;Año de nacimiento;Дата рождения;Год рождения;Родился;Д.р.;ДР;تاريخ الميلاد;تاريخ الولادة;سنة الميلاد;生年月日;誕生日;生年',
  death_date:
    'Todesdatum;Sterbedatum;gestorben;Date de décès;Décédé le;Fecha de fallecimiento;Fecha de defunción;Дата смерти;تاريخ الوفاة;死亡日;没年月日',
  founded:
    'Gründungsdatum;Gründung;gegründet;Gründungsjahr;Eintragungsdatum;Registrierungsdatum;Date de création;Date de constitution;Date d’immatriculation;Année de création;Fecha de constitución;Fecha de fundación;Fecha de registro;Дата регистрации;Дата основания;Дата создания;Год основания;تاريخ التأسيس;تاريخ التسجيل;設立日;設立年月日;設立;創業;登記日',
  country:
    'Land;Staat;Sitzland;Herkunftsland;Staatsangehörigkeit;Nationalität;Staatsbürgerschaft;Pays;Nationalité;Citoyenneté;Pays d’origine;País;Nacionalidad;Ciudadanía;Страна;Гражданство;Государство;Национальность;Страна регистрации;الدولة;البلد;الجنسية;بلد;国;国名;国籍;国・地域;所在国',
  gender: 'Geschlecht;Sexe;Genre;Sexo;Género;Пол;الجنس;性別',
  danger:
    'Gefahrenstufe;Risiko;Risikostufe;Risikoklasse;Gefährdung;Niveau de risque;Risque;Niveau de danger;Nivel de riesgo;Riesgo;Nivel de peligro;Уровень риска;Риск;Уровень опасности;مستوى الخطر;مستوى المخاطر;درجة الخطورة;危険度;リスク;リスクレベル',
  category:
    'Branche;Sektor;Wirtschaftszweig;Kategorie;Secteur;Branche d’activité;Catégorie;Sector;Rubro;Categoría;Отрасль;Сектор;Категория;القطاع;الفئة;業種;分類;カテゴリ',
  legal_form:
    'Rechtsform;Gesellschaftsform;Forme juridique;Forma jurídica;Организационно-правовая форма;ОПФ;الشكل القانوني;法人格;法的形態',
  size: 'Mitarbeiter;Mitarbeiterzahl;Anzahl Mitarbeiter;Beschäftigte;Effectif;Nombre d’employés;Empleados;Número de empleados;Численность;Сотрудники;Число сотрудников;عدد الموظفين;従業員数;社員数',
  note: 'Bemerkung;Bemerkungen;Anmerkung;Anmerkungen;Notiz;Notizen;Kommentar;Beschreibung;Remarque;Remarques;Commentaire;Commentaires;Description;Observations;Notas;Observaciones;Comentario;Comentarios;Descripción;Примечание;Примечания;Комментарий;Описание;ملاحظات;ملاحظة;الوصف;備考;注記;メモ;説明;コメント',
  reason:
    'Grund;Gründe;Begründung;Listungsgrund;Rechtsgrundlage;Sanktionsprogramm;Motif;Motifs;Raison;Fondement;Motivo;Motivos;Razón;Fundamento;Причина;Основание;Основания;السبب;الأسباب;الأساس;理由;根拠;制裁理由',
  address:
    'Adresse;Anschrift;Wohnort;Wohnsitz;Straße;Sitz;Adresse postale;Domicile;Siège;Siège social;Dirección;Domicilio;Sede;Адрес;Место жительства;Юридический адрес;Местонахождение;العنوان;عنوان;محل الإقامة;住所;所在地;本社所在地',
  position:
    'Position;Funktion;Amt;Beruf;Stellung;Poste;Fonction;Profession;Titre;Cargo;Puesto;Función;Profesión;Должность;Позиция;Профессия;المنصب;الوظيفة;المسمى الوظيفي;役職;職位;肩書;職業',
  phone:
    'Telefon;Telefonnummer;Tel.;Mobiltelefon;Handy;Téléphone;Tél.;Portable;Teléfono;Tel;Móvil;Телефон;Тел.;Мобильный;الهاتف;رقم الهاتف;الجوال;電話;電話番号;携帯',
  mail: 'E-Mail;E-Mail-Adresse;Mail;Courriel;Adresse e-mail;Correo;Correo electrónico;Эл. почта;Электронная почта;Почта;البريد الإلكتروني;メール;メールアドレス',
  website:
    'Webseite;Website;Internet;Internetseite;Homepage;Site web;Site internet;Site;Sitio web;Página web;Web;Сайт;Веб-сайт;Интернет-сайт;الموقع;الموقع الإلكتروني;ウェブサイト;ホームページ;サイト',
  id: 'Nr.;Nummer;Kennung;Kundennummer;Lfd. Nr.;Numéro;N°;Identifiant;Référence;Número;Núm.;Identificador;Referencia;Номер;№;№ п/п;Идентификатор;Код;الرقم;رقم;المعرف;番号;管理番号',
  labels:
    'Schlagworte;Stichworte;Partei;Étiquettes;Mots-clés;Parti;Etiquetas;Partido;Метки;Теги;Партия;الوسوم;الحزب;タグ;ラベル;党派',
  score:
    'Punkte;Bewertung;Priorität;Score;Note;Priorité;Puntuación;Prioridad;Оценка;Балл;Приоритет;الدرجة;الأولوية;スコア;評価;優先度',
  title:
    'Titel;Ereignis;Veranstaltung;Thema;Titre;Événement;Evénement;Sujet;Título;Evento;Acontecimiento;Название;Событие;Тема;العنوان;الحدث;الفعالية;タイトル;件名;イベント;行事名',
  start:
    'Beginn;Anfang;Startdatum;Datum;Von;Date de début;Début;Date;Fecha de inicio;Inicio;Fecha;Начало;Дата начала;Дата;تاريخ البدء;البداية;التاريخ;開始日;開始;日付;日時',
  end: 'Ende;Enddatum;Bis;Date de fin;Fin;Fecha de fin;Fecha final;Конец;Окончание;Дата окончания;تاريخ الانتهاء;النهاية;終了日;終了',
  place:
    'Ort;Stadt;Veranstaltungsort;Lieu;Ville;Lugar;Ciudad;Место;Город;Место проведения;المكان;المدينة;場所;会場;都市',
  source: 'Quelle;Link;Source;Lien;Fuente;Enlace;Источник;Ссылка;المصدر;الرابط;出典;リンク',
  status: 'Status;Zustand;Statut;État;Estado;Статус;Состояние;الحالة;状態;ステータス',
  passport:
    'Reisepass;Passnummer;Reisepassnummer;Passeport;Numéro de passeport;Pasaporte;Número de pasaporte;Паспорт;Номер паспорта;Серия и номер паспорта;جواز السفر;رقم جواز السفر;旅券番号;パスポート;パスポート番号',
  id_number:
    'Ausweisnummer;Personalausweis;Personalausweisnummer;Carte d’identité;Numéro d’identité;DNI;Documento de identidad;Cédula;Удостоверение личности;СНИЛС;رقم الهوية;الرقم الوطني;身分証番号;マイナンバー',
  registration:
    'Handelsregisternummer;HRB;Registernummer;Firmenbuchnummer;SIREN;SIRET;RCS;Numéro d’immatriculation;Número de registro;ОГРН;Регистрационный номер;رقم السجل التجاري;السجل التجاري;رقم التسجيل;法人番号;登記番号',
  tax: 'Steuernummer;USt-IdNr.;Umsatzsteuer-ID;UID;Numéro de TVA;N° TVA;NIF;CIF;RFC;RUC;ИНН;الرقم الضريبي;納税者番号;税務番号',
} as const satisfies Record<string, string>

export type HeadingTopic = keyof typeof headingWords

export const headingsOf = (...topics: readonly HeadingTopic[]): string[] =>
  topics.flatMap(topic => headingWords[topic].split(';'))
