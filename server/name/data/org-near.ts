// Meanings that are interchangeable between languages: 部 is a ministry or a department, 大学 a university or an
// institute.

export const nearMeanings = `
national state
china national
national republic
state government
ministry department agency bureau office management committee directorate administration authority
institute academy research laboratory center
institute university college school academy
university academy
association union society federation league foundation organization
committee union association council
foundation fund organization company institute
company corporation group enterprise industry plant trading organization
group holding
group gang association
plant company production manufacturing
power energy electric
electronics electric
communication transport information network
transport logistics shipping
shipping tanker ocean
logistics exchange
aviation airline aerospace air
technology science engineering polytechnic
engineering construction development
technology industry
trading commodity distribution supply business
exchange trading finance
relief charity foundation
brigade battalion army forces corps guard
army forces military armed
defense military security
military army war
security guard intelligence
finance investment capital
international global
peoples popular public republic
construction development real-estate
manufacturing production industry
machine equipment tools instrument
media news television daily information newspaper radio
culture education heritage
mining metal steel
oil petrochemical gas energy
chemical petrochemical pharmaceutical
medical pharmaceutical
china republic
hotel tourism
services management consulting
textile garment apparel
supply import
movement party front
prison detention
weapon ammunition ordnance
great high supreme
intelligence information reconnaissance
labor industry
communication telecommunications mobile
relief support
parliament house council
remittance exchange finance
aerospace rocket missile
forces support
missile rocket launch
regulatory supervision
ocean shipping sea
food grain
social welfare
guidance call
muslim islamic
islamic muslim
women female
youth young
martyr shahid
`
