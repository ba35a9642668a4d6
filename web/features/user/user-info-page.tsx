export default function UserInfoPage() {
  return <h1>User info</h1>
}
