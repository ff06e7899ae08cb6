import { MyData } from '../features/dashboard/security/my-data';

export default function Page() {
  return <MyData />;
}
