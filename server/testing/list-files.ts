// Small files in the formats of published lists, with invented parties, for tests.

/** OpenSanctions targets.nested.json: nested entities that own each other, including one that contains itself. */
export const nestedFile = [
  {
    id: 'NK-anna',
    caption: 'Anna 𠮷 Beispiel',
    schema: 'Person',
    referents: ['x-1'],
    datasets: ['test'],
    first_seen: '2026-01-01T00:00:00',
    target: true,
    properties: {
      name: ['Anna 𠮷 Beispiel', 'آنا بيسبيل'],
      weakAlias: ['Annie'],
      birthDate: ['1961', '1962-03-04'],
      addressEntity: [
        { id: 'addr-1', schema: 'Address', properties: { full: ['Main St 1, Testville'], country: ['de'] } },
      ],
      passportEntity: [{ id: 'pp-1', schema: 'Passport', properties: { holder: ['NK-anna'], number: ['C01X00T47'] } }],
      sanctions: [
        {
          id: 'sanc-1',
          schema: 'Sanction',
          properties: { entity: ['NK-anna'], program: ['TEST-PROG'], listingDate: ['2020-05-05'], reason: ['Tests'] },
        },
      ],
      ownershipOwner: [
        {
          id: 'own-1',
          schema: 'Ownership',
          properties: {
            percentage: ['60'],
            asset: [
              {
                id: 'NK-firm',
                schema: 'Company',
                properties: {
                  name: ['Beispiel GmbH'],
                  ownershipOwner: [{ id: 'own-2', schema: 'Ownership', properties: { asset: ['NK-anna'] } }],
                },
              },
            ],
          },
        },
      ],
      familyPerson: [
        {
          id: 'fam-1',
          schema: 'Family',
          properties: {
            relationship: ['brother'],
            relative: [{ id: 'NK-bert', schema: 'Person', properties: { name: ['Bert Beispiel'] } }],
          },
        },
        {
          id: 'fam-2',
          schema: 'Family',
          properties: { relative: [{ id: 'NK-anna', schema: 'Person', properties: { name: ['Anna'] } }] },
        },
      ],
    },
  },
  {
    id: 'NK-firm',
    caption: 'Beispiel GmbH',
    schema: 'Company',
    target: true,
    properties: { name: ['Beispiel GmbH'], jurisdiction: ['de'] },
  },
  {
    id: 'NK-ship',
    caption: 'MV Beispiel',
    schema: 'Vessel',
    target: true,
    properties: { name: ['MV Beispiel'], imoNumber: ['IMO9000001'] },
  },
]
  .map(entity => JSON.stringify(entity))
  .join('\n')

/** OFAC sdn.xml with a prefix on every element. */
export const ofacXml = (prefix = '') => {
  const p = prefix ? `${prefix}:` : ''
  const el = (name: string, inner: string) => `<${p}${name}>${inner}</${p}${name}>`
  const entry = (...parts: string[]) => el('sdnEntry', parts.join(''))
  return `<?xml version="1.0" standalone="yes"?>
<${p}sdnList xmlns${prefix ? `:${prefix}` : ''}="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
${el('publshInformation', el('Publish_Date', '11/20/2026') + el('Record_Count', '4'))}
${entry(
  el('uid', '90001'),
  el('firstName', 'Abu'),
  el('lastName', 'EXAMPLE'),
  el('title', 'Director of nothing'),
  el('sdnType', 'Individual'),
  el('remarks', '(Linked To: NOBODY)'),
  el('programList', el('program', 'SDGT') + el('program', 'TEST')),
  el(
    'idList',
    el('id', el('uid', '1') + el('idType', 'Passport') + el('idNumber', 'A-1') + el('idCountry', 'Egypt')) +
      el('id', el('uid', '2') + el('idType', 'Gender') + el('idNumber', 'Male')),
  ),
  el(
    'akaList',
    el('aka', el('type', 'a.k.a.') + el('category', 'strong') + el('lastName', 'OTHER') + el('firstName', 'Abu 𠮷')) +
      el('aka', el('type', 'a.k.a.') + el('category', 'weak') + el('lastName', 'The Weak')) +
      el('aka', el('type', 'f.k.a.') + el('category', 'strong') + el('lastName', 'أبو مثال')),
  ),
  el('nationalityList', el('nationality', el('country', 'Korea, North') + el('mainEntry', 'true'))),
  el(
    'dateOfBirthList',
    el('dateOfBirthItem', el('dateOfBirth', '10 Dec 1948') + el('mainEntry', 'true')) +
      el('dateOfBirthItem', el('dateOfBirth', '1958 to 1960')) +
      el('dateOfBirthItem', el('dateOfBirth', 'circa 1970')),
  ),
)}
${entry(
  el('uid', '90002'),
  el('lastName', 'EXAMPLE TRADING &amp; CO.'),
  el('sdnType', 'Entity'),
  el('programList', el('program', 'TEST')),
  el('addressList', el('address', el('address1', 'Calle 1') + el('city', 'Havana') + el('country', 'Cuba'))),
)}
${entry(el('uid', '90003'), el('lastName', 'EXAMPLE STAR'), el('sdnType', 'Vessel'))}
${entry(el('uid', '90004'), el('lastName', 'UNHEARD OF'), el('sdnType', 'Robot'))}
</${p}sdnList>`
}

/** EU xmlFullSanctionsList 1.1. */
export const euXml = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-20T10:00:00.000+01:00" globalFileId="1">
 <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.1" logicalId="1" designationDate="2003-07-08">
  <remark>(Invented)</remark>
  <regulation regulationType="amendment" publicationDate="2003-07-08" programme="TST" logicalId="9"><publicationUrl>http://eur-lex.europa.eu/x.pdf</publicationUrl></regulation>
  <subjectType code="person" classificationCode="P"/>
  <nameAlias firstName="Saïd" middleName="" lastName="Beispielović" wholeName="Saïd Beispielović" function="General" title="Dr" gender="M" nameLanguage="" strong="true" regulationLanguage="en" logicalId="2"><regulationSummary regulationType="amendment"/></nameAlias>
  <nameAlias wholeName="سعيد بيسبيلوفيتش" function="" title="" gender="M" strong="true" logicalId="3"/>
  <nameAlias wholeName="Little Said" strong="false" logicalId="4"/>
  <citizenship region="" countryIso2Code="RS" countryDescription="SERBIA"/>
  <birthdate circa="false" calendarType="GREGORIAN" city="Novi Sad" birthdate="1957-04-28" dayOfMonth="28" monthOfYear="4" year="1957" countryIso2Code="RS" countryDescription="SERBIA"/>
  <birthdate circa="true" yearRangeFrom="1958" yearRangeTo="1959" countryIso2Code="00" countryDescription="UNKNOWN"/>
  <identification diplomatic="false" knownFalse="false" number="SD1487" identificationTypeCode="passport" countryIso2Code="RS"/>
  <identification knownFalse="true" number="FALSE1" identificationTypeCode="passport"/>
  <identification knownFalse="false" number="ID-77" identificationTypeCode="id"/>
  <address city="Novi Sad" street="Ulica 1" poBox="" zipCode="21000" countryIso2Code="RS" countryDescription="SERBIA"/>
 </sanctionEntity>
 <sanctionEntity euReferenceNumber="EU.2.2" logicalId="5"><subjectType code="enterprise" classificationCode="E"/>
  <nameAlias wholeName="Beispiel &lt;Holding&gt;" strong="true"/></sanctionEntity>
 <sanctionEntity euReferenceNumber="EU.3.3" logicalId="6"><subjectType code="robot" classificationCode="X"/>
  <nameAlias wholeName="Who Knows" strong="true"/></sanctionEntity>
 <sanctionEntity euReferenceNumber="EU.4.4" logicalId="7"><subjectType code="person" classificationCode="P"/></sanctionEntity>
</export>`

export const tableFile = [
  '编号,姓名,英文名,类型,出生日期,国籍,护照号码,备注,内部字段',
  'T1,王𠮷某,Wang Jimou; Wang Ji,个人,1958 to 1960,中国,E1234567,"甲, 乙",x',
  'T2,测试贸易有限公司,Test Trading,企业,2001-02-03,CN;HK,,,',
  'T3,海星号,Sea Star,船舶,,PA,,,',
  'T4,某某,,机器人,,,,,',
  'T5,,,个人,,,,,',
].join('\r\n')
