//! What one dishonest person tries: to act as a machine, to be two persons, and to open an account alone.

use crate::common::floor::{Floor, PASSWORD, approve, ask, by_people};
use crate::common::{Answer, Client, Open, house, new_id, open};
use serde_json::{Value, json};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// What somebody invited alone would choose.
const OTHER_PASSWORD: &str = "another long password";

/// The kind of a refusal.
fn kind(answer: &Answer) -> String {
    assert_ne!(answer.status, 200, "{answer:?}");
    answer.json()["why"]["kind"].as_str().unwrap_or_default().to_owned()
}

async fn link(client: &Client, link: &str, code: Option<&str>, password: Option<&str>) -> Answer {
    let token = link.split_once('#').map_or(link, |(_, token)| token);
    client.send("POST", "/api/v1/link", &json!({ "token": token, "code": code, "password": password })).await
}

async fn invitation(floor: &Floor, name: &str, roles: &[&str]) -> (String, String) {
    let asked = ask(&floor.supervisor, json!({ "kind": "invite", "name": name, "roles": roles })).await;
    assert_eq!(asked.status, 200, "{asked:?}");
    let asked = asked.json();
    (asked["id"].as_str().unwrap().to_owned(), asked["link"].as_str().unwrap().to_owned())
}

fn part(answer: &Answer, name: &str) -> String {
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()[name].as_str().unwrap_or_else(|| panic!("no {name}: {answer:?}")).to_owned()
}

/// Signs in with a password in a browser that keeps its cookie.
async fn sign_in(open: &Open, name: &str, password: &str, browser: Option<String>) -> Client {
    let mut client = Client { browser, ..Client::nobody(open) };
    let answer = client.send("POST", "/api/v1/session", &json!({ "name": name, "password": password })).await;
    client.entered(&answer);
    client.browser = answer.browser();
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_the_role_of_a_machine_or_acts_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", by_people("md14"), 0)]).await;
    let floor = Floor::of(&open).await;
    floor.open_table("md14").await;
    for role in ["system", "device"] {
        for roles in [json!([role]), json!(["supervisor", role])] {
            let invited = ask(&floor.supervisor, json!({ "kind": "invite", "name": "eve", "roles": roles })).await;
            assert_eq!((invited.status, kind(&invited).as_str()), (422, "machines_role"), "{invited:?}");
            let rights = ask(&floor.supervisor, json!({ "kind": "rights", "name": "dealer", "roles": roles })).await;
            assert_eq!((rights.status, kind(&rights).as_str()), (422, "machines_role"), "{rights:?}");
        }
    }
    // Neither people nor a machine that was let in act as the house, in any way in; and people not as a machine.
    let sync = json!({ "do": "sync_meters", "wager": "five_card_progressive" });
    let dark = json!({ "do": "sense", "position": 1, "wager": "five_card_progressive", "detected": true });
    for (client, role, act) in [
        (&floor.supervisor, "system", &sync),
        (&floor.device, "system", &sync),
        (&floor.supervisor, "device", &dark),
        (&floor.dealer, "device", &dark),
        (&floor.device, "dealer", &sync),
    ] {
        let ways = [
            ("acts", json!({ "id": new_id(), "table": "md14", "role": role, "act": act })),
            ("acts", json!({ "id": new_id(), "table": "md14", "role": role, "act": act, "then": [act] })),
            ("acts", json!({ "id": new_id(), "table": "md14", "role": role, "act": act, "next": [act] })),
            ("foresee", json!({ "role": role, "act": act })),
        ];
        for (way, body) in ways {
            let answer = client.send("POST", &format!("/api/v1/tables/md14/{way}"), &body).await;
            assert_eq!((answer.status, kind(&answer).as_str()), (403, "no_role"), "{way} as {role}: {answer:?}");
        }
        let asked = ask(client, json!({ "kind": "act", "table": "md14", "role": role, "act": act })).await;
        assert_eq!((asked.status, kind(&asked).as_str()), (403, "no_role"), "{asked:?}");
        let seen = client.get(&format!("/api/v1/tables/md14?role={role}")).await;
        assert_eq!(seen.status, 403, "{seen:?}");
        let mut socket = client.socket().await;
        socket.say(json!({ "type": "watch", "table": "md14", "role": role })).await;
        assert_eq!(socket.next().await["type"], "problem");
        let id = new_id();
        socket.say(json!({ "type": "do", "id": id, "table": "md14", "role": role, "act": act })).await;
        let answer = socket.until("an answer", |message| message["id"] == id.as_str()).await;
        assert_eq!((&answer["type"], &answer["why"]["kind"]), (&json!("refused"), &json!("no_role")), "{answer}");
    }
    // And a role at the table hidden among others is no way either: what a link shows comes with no act of anybody.
    for role in ["supervisor", "floorperson"] {
        let answer = floor.supervisor.act("md14", role, sync.clone()).await;
        assert_eq!((answer.status, kind(&answer).as_str()), (422, "not_for"), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_is_let_in_by_two_and_shut_out_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", by_people("md14"), 0), ("sd", by_people("sd"), 0)]).await;
    let floor = Floor::of(&open).await;
    let asked = ask(&floor.supervisor, json!({ "kind": "machine", "name": "shoe", "tables": ["sd"] })).await;
    let (id, token) = (part(&asked, "id"), part(&asked, "link"));
    let only_half = Client { bearer: Some(format!("{token}.ABCDE-FGHJK")), ..Client::nobody(&open) };
    let looks = "/api/v1/tables/sd?role=device";
    assert_eq!(only_half.get(looks).await.status, 401);
    let code = part(&approve(&floor.floor, &id).await, "code");
    assert_eq!(only_half.get(looks).await.status, 401);
    let shoe = Client { bearer: Some(format!("{token}.{code}")), ..Client::nobody(&open) };
    assert_eq!(shoe.get(looks).await.status, 200);
    assert_eq!(shoe.get("/api/v1/tables/md14?role=device").await.status, 403, "not its table");
    // Its token opens no session.
    assert_eq!(kind(&link(&Client::nobody(&open), &token, Some(&code), Some(PASSWORD)).await), "link_used");
    let mut socket = shoe.socket().await;
    assert_eq!(floor.supervisor.send("DELETE", "/api/v1/staff/shoe", &Value::Null).await.status, 200);
    assert_eq!(socket.next().await["type"], "signed_out");
    assert_eq!(shoe.get(looks).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_single_person_opens_an_account() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let floor = Floor::of(&open).await;
    let stranger = Client::nobody(&open);
    // Only a supervisor asks, after giving the password again.
    for client in [&floor.floor, &floor.dealer, &floor.surveillance] {
        let asked = ask(client, json!({ "kind": "invite", "name": "eve", "roles": ["supervisor"] })).await;
        assert_eq!(asked.status, 403, "{asked:?}");
    }
    let (id, path) = invitation(&floor, "eve", &["supervisor"]).await;
    // Before the approval the link does nothing, and whoever asked cannot approve.
    assert_eq!(kind(&link(&stranger, &path, None, Some(OTHER_PASSWORD)).await), "link_used");
    assert_eq!(kind(&approve(&floor.supervisor, &id).await), "own_request");
    assert_eq!(kind(&link(&stranger, &path, None, Some(OTHER_PASSWORD)).await), "link_used");
    // A dealer cannot answer, surveillance can, with a password given just now: here it has none.
    assert_eq!(approve(&floor.dealer, &id).await.status, 403);
    assert_eq!(kind(&approve(&floor.surveillance, &id).await), "password_again");
    // The request shows nobody the link but the person who asked, when they asked.
    let waits = floor.floor.get("/api/v1/approvals").await;
    assert!(!waits.text.contains(path.split_once('#').unwrap().1), "{waits:?}");
    assert_eq!(waits.json()[0]["ties"][0], json!({ "person": "supervisor", "invited_by": "first start" }));
    let code = part(&approve(&floor.floor, &id).await, "code");
    // The asker's own half opens nothing, and no thousand codes do: five tries, however many at once.
    assert_eq!(kind(&link(&stranger, &path, None, Some(OTHER_PASSWORD)).await), "code_wanted");
    let tries = (0..60).map(|n| {
        let (stranger, path) = (stranger.clone(), path.clone());
        let wrong = format!("ABCDE-FG{}{}H", char::from(b'A' + n % 8), char::from(b'A' + n / 8));
        async move { kind(&link(&stranger, &path, Some(&wrong), Some(OTHER_PASSWORD)).await) }
    });
    let tried = futures_util::future::join_all(tries).await;
    assert_eq!(tried.iter().filter(|why| *why == "wrong_code").count(), 5, "{tried:?}");
    let late = link(&stranger, &path, Some(&code), Some(OTHER_PASSWORD)).await;
    assert_eq!(kind(&late), "link_used", "the code comes too late");
    // A new invitation under the same name is refused, as the account is there; its owner gets a new way in.
    let again = ask(&floor.supervisor, json!({ "kind": "reset", "name": "eve" })).await;
    let (id, path) = (part(&again, "id"), part(&again, "link"));
    let code = part(&approve(&floor.floor, &id).await, "code");
    let spoken = code.to_lowercase().replace('-', " ");
    let mut eve = Client::nobody(&open);
    let entered = link(&eve, &path, Some(&spoken), Some(OTHER_PASSWORD)).await;
    eve.entered(&entered);
    assert_eq!(kind(&link(&stranger, &path, Some(&code), Some(OTHER_PASSWORD)).await), "link_used", "it works once");
    // Who brought her in is told with what she asks for, and written with what she answers.
    assert_eq!(eve.confirm(OTHER_PASSWORD).await.status, 200);
    let asked = ask(&eve, json!({ "kind": "invite", "name": "mallory", "roles": ["supervisor"] })).await;
    let tie = json!({ "person": "eve", "invited_by": "supervisor", "approved_by": "floor" });
    assert_eq!(asked.json()["ties"], json!([tie]), "{asked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_browser_is_not_two_persons() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    for who in ["supervisor", "floor", "deputy", "surveillance"] {
        Client::staff_with(&open, who, Some(PASSWORD)).await;
    }
    let supervisor = sign_in(&open, "supervisor", PASSWORD, None).await;
    let asks = || async {
        let asked = ask(&supervisor, json!({ "kind": "invite", "name": "eve", "roles": ["dealer"] })).await;
        part(&asked, "id")
    };
    // The same browser, with another password.
    let floor = sign_in(&open, "floor", PASSWORD, supervisor.browser.clone()).await;
    let id = asks().await;
    // Signing in ended the session that was open there: it is asked from another one.
    assert_eq!(kind(&approve(&floor, &id).await), "same_browser");
    let waits = floor.get("/api/v1/approvals").await.json();
    assert_eq!(waits[0]["may"], json!(false), "{waits}");
    // A fresh browser for the second does not help: both were seen in one within the day.
    let elsewhere = sign_in(&open, "floor", PASSWORD, None).await;
    assert_eq!(kind(&approve(&elsewhere, &id).await), "same_browser");
    // The browser is noticed when only the password is given again, too.
    let deputy = sign_in(&open, "deputy", PASSWORD, None).await;
    let borrowed = Client { browser: supervisor.browser.clone(), ..deputy.clone() };
    assert_eq!(borrowed.confirm(PASSWORD).await.status, 200);
    assert_eq!(kind(&approve(&deputy, &id).await), "same_browser");
    // Two people at two machines are two persons.
    let surveillance = sign_in(&open, "surveillance", PASSWORD, None).await;
    let done = approve(&surveillance, &id).await;
    assert_eq!(done.status, 200, "{done:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rights_are_given_by_two_and_taken_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let floor = Floor::of(&open).await;
    let staff = |path: &str| format!("/api/v1/staff/{path}");
    let dora = floor.invited_with(&open, "dora", &["dealer", "floorperson"], &[], Some(OTHER_PASSWORD)).await;
    let mut socket = dora.socket().await;
    // More takes two, and less is done at once: every session ends.
    let more = json!({ "roles": ["dealer", "supervisor"] });
    let rights = |body: Value| {
        let supervisor = floor.supervisor.clone();
        async move { supervisor.send("POST", "/api/v1/staff/dora/rights", &body).await }
    };
    assert_eq!(kind(&rights(more).await), "second_person");
    assert_eq!(kind(&rights(json!({ "roles": ["system"] })).await), "second_person");
    assert_eq!(floor.floor.send("DELETE", &staff("dora"), &Value::Null).await.status, 403, "a supervisor does");
    assert_eq!(rights(json!({ "roles": ["dealer"], "tables": ["sd"] })).await.status, 200);
    assert_eq!(socket.next().await["type"], "signed_out");
    assert_eq!(dora.get("/api/v1/approvals").await.status, 401);
    assert_eq!(kind(&rights(json!({ "roles": ["dealer"] })).await), "second_person", "every table again");
    let asked = ask(&floor.supervisor, json!({ "kind": "rights", "name": "dora", "roles": ["floorperson"] })).await;
    assert_eq!(approve(&floor.floor, &part(&asked, "id")).await.status, 200);
    let dora = sign_in(&open, "dora", OTHER_PASSWORD, None).await;
    assert_eq!(dora.get("/api/v1/me").await.json()["roles"], json!(["floorperson"]));
    // Nobody approves what is about themselves.
    assert_eq!(dora.confirm(OTHER_PASSWORD).await.status, 200);
    let asked = ask(&floor.supervisor, json!({ "kind": "rights", "name": "dora", "roles": ["supervisor"] })).await;
    assert_eq!(kind(&approve(&dora, &part(&asked, "id")).await), "about_you");
    // Shut: out at once, and out for good; two open it again.
    assert_eq!(floor.supervisor.send("DELETE", &staff("dora"), &Value::Null).await.status, 200);
    assert_eq!(dora.get("/api/v1/staff").await.status, 401);
    let back = json!({ "name": "dora", "password": OTHER_PASSWORD });
    let answer = Client::nobody(&open).send("POST", "/api/v1/session", &back).await;
    assert_eq!(kind(&answer), "disabled");
    let reset = ask(&floor.supervisor, json!({ "kind": "reset", "name": "dora" })).await;
    assert_eq!(kind(&reset), "disabled");
    let asked = ask(&floor.supervisor, json!({ "kind": "enable", "name": "dora" })).await;
    assert_eq!(approve(&floor.floor, &part(&asked, "id")).await.status, 200);
    let dora = sign_in(&open, "dora", OTHER_PASSWORD, None).await;
    // A new way in ends the old password and the sessions.
    let asked = ask(&floor.supervisor, json!({ "kind": "reset", "name": "dora" })).await;
    let (id, path) = (part(&asked, "id"), part(&asked, "link"));
    let code = part(&approve(&floor.floor, &id).await, "code");
    let nobody = Client::nobody(&open);
    assert_eq!(kind(&link(&nobody, &path, Some(&code), None).await), "choose_password");
    assert_eq!(link(&nobody, &path, Some(&code), Some("a third long password")).await.status, 200);
    assert_eq!(dora.get("/api/v1/staff").await.status, 401);
    assert_eq!(kind(&nobody.send("POST", "/api/v1/session", &back).await), "wrong_password");
    // Whatever is taken away, two are left who can answer for each other.
    for name in ["dora", "deputy", "surveillance"] {
        assert_eq!(floor.supervisor.send("DELETE", &staff(name), &Value::Null).await.status, 200, "{name}");
    }
    for name in ["floor", "supervisor"] {
        let last = floor.supervisor.send("DELETE", &staff(name), &Value::Null).await;
        assert_eq!(kind(&last), "last_person", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_works_at_some_tables_does_not_run_the_house() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0), ("ma", house("ma", &[], FULL), 0)]).await;
    let floor = Floor::of(&open).await;
    let fred = floor.invited_with(&open, "fred", &["floorperson", "supervisor"], &["sd"], Some(OTHER_PASSWORD)).await;
    assert_eq!(fred.confirm(OTHER_PASSWORD).await.status, 200);
    for path in ["staff", "accounts", "events", "houses", "backup", "export"] {
        assert_eq!(kind(&fred.get(&format!("/api/v1/{path}")).await), "other_tables", "{path}");
    }
    let new = json!({ "id": "new", "name": "New" });
    assert_eq!(kind(&fred.send("POST", "/api/v1/houses/sd/tables", &new).await), "other_tables");
    assert_eq!(kind(&fred.send("DELETE", "/api/v1/staff/dealer/sessions", &Value::Null).await), "other_tables");
    assert_eq!(kind(&fred.send("DELETE", "/api/v1/staff/dealer", &Value::Null).await), "other_tables");
    for tables in [json!([]), json!(["ma"]), json!(["sd", "ma"])] {
        let invited = json!({ "kind": "invite", "name": "gus", "roles": ["dealer"], "tables": tables });
        assert_eq!(kind(&ask(&fred, invited).await), "other_tables");
    }
    // Nor does he approve for others what is not his.
    let everywhere = json!({ "kind": "invite", "name": "gus", "roles": ["dealer"] });
    let asked = ask(&floor.supervisor, everywhere).await;
    assert_eq!(kind(&approve(&fred, &part(&asked, "id")).await), "other_tables");
    let own = ask(&fred, json!({ "kind": "invite", "name": "gus", "roles": ["dealer"], "tables": ["sd"] })).await;
    assert_eq!(own.status, 200, "{own:?}");
}
