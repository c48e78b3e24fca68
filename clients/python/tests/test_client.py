"""The client against a running service, and behind a network that fails."""

from __future__ import annotations

import ast
import datetime
import importlib.util
import inspect
import os
import re
import time
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import lintel
from lintel import Lintel
from lintel._connections import Connections
from lintel._resource import Resource

from .service import BadNetwork, CuttingProxy, Service

service: Service
network: BadNetwork
# A search that finds hundreds of permits of the generated world.
ALL = {"geo_id": "TX", "permit_from": "2012-01-01", "permit_to": "2026-12-31"}


def setUpModule() -> None:
    global service, network
    service = Service()
    network = BadNetwork(service.url)


def tearDownModule() -> None:
    network.stop()
    service.stop()


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.lintel = self.client()
        self.shaky = self.client(network.url)

    def client(self, url: str | None = None, key: str | None = None, **options: Any) -> Lintel:
        client = Lintel(url or service.url, key or service.key, **options)
        self.addCleanup(client.close)
        return client


class Lists(ClientTest):
    def test_a_walk_gives_every_record_once(self) -> None:
        ids = [permit["id"] for permit in self.lintel.permits.search(**ALL, size=20)]
        self.assertGreater(len(ids), 40)
        self.assertEqual(len(set(ids)), len(ids))
        pages = list(self.lintel.permits.search(**ALL, size=20).take(40).pages())
        self.assertEqual([permit["id"] for page in pages for permit in page], ids[:40])
        first = self.lintel.permits.search(**ALL, include_count=True, size=1).page()
        self.assertEqual(first.total_count, {"value": len(ids), "relation": "eq"})

    def test_a_limit_is_never_passed(self) -> None:
        costs: list[int] = []
        counting = self.client(on_answer=lambda answer: costs.append(answer.credits.used))
        self.assertEqual(len(counting.permits.search(**ALL).take(120).to_list()), 120)
        self.assertEqual(costs, [100, 20])
        self.assertEqual(len(counting.permits.search(**ALL, size=7).take(10).to_list()), 10)
        self.assertEqual(costs[2:], [7, 3])
        self.assertEqual(counting.permits.search(**ALL).take(0).to_list(), [])
        next(iter(counting.permits.search(**ALL, size=5)))
        self.assertEqual(costs[4:], [5])

    def test_numbered_pages_are_walked_to_their_end(self) -> None:
        cities = self.lintel.cities.search(q="san", size=30).to_list()
        self.assertGreater(len(cities), 60)
        self.assertEqual(len({city["geo_id"] for city in cities}), len(cities))
        self.assertEqual(list(self.lintel.cities.search(q="san").take(40)), cities[:40])

    def test_metrics_that_begin_on_a_numbered_page_go_on_by_cursor(self) -> None:
        period = {"metric_from": "2025-01-01", "metric_to": datetime.date(2025, 12, 31)}
        months = self.lintel.states.monthly_metrics("TX", tag="all", property_type="all", **period).to_list()
        rest = self.lintel.states.monthly_metrics("TX", tag="all", property_type="all", **period, page=2, size=3)
        self.assertGreater(len(months), 6)
        self.assertEqual(rest.to_list(), months[3:])

    def test_any_number_of_ids(self) -> None:
        ids = [permit["id"] for permit in self.lintel.permits.search(**ALL).take(120)]
        permits = self.lintel.permits.get([*ids, *ids[:3], "0000000000000000"])
        self.assertEqual([permit["id"] for permit in permits], ids)
        one = self.lintel.permits.get(ids[0], fields=["job_value", "tags"])
        self.assertEqual(set(one), {"id", "job_value", "tags"})
        self.assertEqual(self.lintel.permits.get([]), [])
        with self.assertRaises(TypeError):
            self.lintel.properties.get("E5yBT2nWSQo")

    def test_a_connection_is_kept_over_pages(self) -> None:
        network.next()
        list(self.shaky.tags(size=10))
        self.assertEqual(len(network.request_ids), 4)
        self.assertEqual(len(network.ports), 1)


class Answers(ClientTest):
    def test_the_head_of_a_page(self) -> None:
        page = self.lintel.permits.search(**ALL, size=3).page()
        self.assertEqual(page.answer.credits, lintel.Credits(3, None, None))
        self.assertEqual((len(page), page.answer.status, page.answer.attempts), (3, 200, 1))
        self.assertEqual(self.lintel.credits, page.answer.credits)
        empty = self.lintel.permits.search(**ALL, permit_q="zzzz").page()
        self.assertEqual(empty.answer.empty_reason, "no_match")
        self.assertIsNone(empty.answer.wider_place)
        # Houston has most permits of its authority in the sample.
        wider = self.lintel.permits.search(**{**ALL, "geo_id": "XN951pTw8xU"}, size=1).page().answer.wider_place
        assert wider is not None
        self.assertTrue(0 < wider.in_city < wider.in_all)
        self.assertRegex(wider.geo_id, r"^[\w-]{11}$")
        properties = self.lintel.properties.search(geo_id="TX").take(1).page()
        self.assertTrue(properties.answer.is_beta)
        self.assertIn("absence", properties.body)

    def test_dates_booleans_and_single_values(self) -> None:
        permits = self.lintel.permits.search(
            geo_id="TX",
            permit_from=datetime.date(2012, 1, 1),
            permit_to=datetime.datetime(2026, 12, 31, 9),
            permit_tags="solar",
            permit_has_contractor=True,
        ).to_list()
        self.assertGreater(len(permits), 0)
        for permit in permits:
            self.assertIn("solar", permit["tags"])
            self.assertIn("contractor_id", permit)

    def test_a_page_of_the_cache_costs_nothing(self) -> None:
        cache: dict[str, tuple[str, bytes]] = {}
        thrifty = self.client(cache=cache)
        first, again = (thrifty.permits.search(**ALL, size=4).page() for _ in range(2))
        self.assertEqual(first.body, again.body)
        self.assertEqual((first.answer.status, again.answer.status), (200, 304))
        self.assertIsNone(again.answer.credits)

    def test_objects(self) -> None:
        with Lintel(f"{service.url}/v2/", service.key) as client:
            self.assertEqual(client.liveness(), {"status": "ok"})
            self.assertEqual(client.states.get("TX")["name"], "Texas")
            self.assertEqual(client.release()["counts"]["permits"], 1000)
            county = client.counties.search(q="harris, tx").take(1).to_list()[0]
            metrics = client.counties.current_metrics(county["geo_id"], tag="all", property_type="all").page()
            self.assertEqual(metrics.items[0]["geo_id"], county["geo_id"])


class Endpoints(ClientTest):
    def test_every_endpoint_of_the_service_has_a_method_that_it_understands(self) -> None:
        permit = self.lintel.permits.search(**ALL, permit_has_contractor=True).take(1).to_list()[0]
        period = {"decision_from": "2000-01-01", "decision_to": "2026-12-31"}
        decision = self.lintel.decisions.search(geo_id="CA", **period).take(1).to_list()[0]
        places = permit["geo_ids"]
        geo_ids = {
            "addresses": places["address_id"],
            "cities": places["city_id"],
            "counties": places["county_id"],
            "jurisdictions": places["jurisdiction_id"],
            "zipcodes": permit["address"]["zip_code"],
        }
        ids = {"permits": permit["id"], "contractors": permit["contractor_id"], "decisions": decision["id"]}
        values = {
            **ALL,
            **period,
            **{"date_from": "2025-01-01", "date_to": "2025-12-31", "geo_type": "state"},
            **{"metric_from": "2026-01-01", "metric_to": "2026-02-01", "tag": "all", "property_type": "all"},
            "q": "tex",
            "kind": "county",
            **{"bbox": [-97.8, 30.2, -97.7, 30.3], "zoom": 8},
            "from_": self.lintel.release()["release_id"],
        }
        asked: set[str] = set()
        client = self.client(on_answer=lambda answer: asked.add(urlsplit(answer.url).path))
        for owner in [client, *vars(client).values()]:
            if not isinstance(owner, Resource):
                continue
            name = type(owner).__name__.lower()
            own = {**values, "geo_id": geo_ids.get(name, "TX")}
            for method_name, method in inspect.getmembers(owner, inspect.ismethod):
                if method_name.startswith("_") or method_name == "close":
                    continue
                parameters = inspect.signature(method).parameters.values()
                needed = [each for each in parameters if each.default is each.empty or each.name == "geo_id"]
                needed += [each for each in parameters if each.name in ("permit_from", "permit_to")]
                if method_name == "get" and "ids" in inspect.signature(method).parameters:
                    method([ids.get(name, places["address_id"])])
                own["ids"] = own["id"] = ids.get(name, [places["address_id"]])
                result = method(
                    *(own[each.name] for each in needed if each.kind is each.POSITIONAL_OR_KEYWORD),
                    **{each.name: own[each.name] for each in needed if each.kind is each.KEYWORD_ONLY},
                )
                if isinstance(result, lintel.Records):
                    result.take(1).page()
                if isinstance(result, lintel.Export):
                    result.to_list()
        for path, operations in client.openapi()["paths"].items():
            # Tiles are for map libraries, which ask for them by the address in the TileJSON.
            content = operations["get"]["responses"]["200"]["content"]
            if "application/json" not in content and "application/x-ndjson" not in content:
                continue
            pattern = re.sub(r"\{\w+\}", "[^/]+", path)
            self.assertTrue(any(re.fullmatch(pattern, each) for each in asked), f"no method asks for {path}")


class Errors(ClientTest):
    def test_unknown_key_and_id(self) -> None:
        with self.assertRaises(lintel.AuthenticationError) as unknown_key:
            self.client(key="lk_wrong").usage()
        self.assertEqual(unknown_key.exception.detail, "Not authenticated")
        self.assertIn("X-API-Key", unknown_key.exception.hint or "")
        with self.assertRaises(lintel.NotFoundError) as unknown_id:
            self.lintel.permits.get("0000000000000000")
        self.assertEqual(str(unknown_id.exception), "404: Not Found")
        self.assertTrue(unknown_id.exception.request_id)

    def test_all_shapes_of_422(self) -> None:
        with self.assertRaises(lintel.ValidationError) as faulty:
            self.lintel.permits.search(**ALL, permit_tags="sollar", size=1000).page()
        self.assertEqual(len(faulty.exception.faults), 2)
        fault = faulty.exception.fault("size")
        self.assertEqual(fault and fault["type"], "less_than_equal")
        self.assertRegex(str(faulty.exception), r"^422: permit_tags\.0: .*did you mean 'solar'")
        with self.assertRaises(lintel.ValidationError) as sentence:
            self.lintel.counties.get("XN951pTw8xU")
        self.assertEqual(sentence.exception.faults, [])
        self.assertRegex(str(sentence.exception), "^422: Was the address resolved")

    def test_both_shapes_of_402(self) -> None:
        poor = self.client(key=service.key_of("few_credits"))
        with self.assertRaises(lintel.CreditLimitError) as over:
            poor.permits.search(**ALL, size=31).page()
        error = over.exception
        self.assertEqual((error.limit, error.needed, error.remaining), (30, 31, 30))
        self.assertRegex(error.upgrade_url or "", "^https:")
        self.assertEqual(len(poor.permits.search(**ALL).take(30).to_list()), 30)
        self.assertEqual(poor.credits, lintel.Credits(30, 30, 0))
        network.next((402, {}, '{"detail": "Monthly credit limit exceeded."}'))
        with self.assertRaises(lintel.CreditLimitError) as old:
            self.shaky.tags().page()
        self.assertEqual(str(old.exception), "402: Monthly credit limit exceeded.")
        self.assertIsNone(old.exception.limit)

    def test_what_is_not_the_service(self) -> None:
        network.next((200, {}, "<html>Log in to the hotel</html>"))
        with self.assertRaisesRegex(lintel.ProtocolError, "without a JSON object"):
            self.shaky.usage()
        network.next((308, {"Location": "http://127.0.0.1:9/"}, ""))
        with self.assertRaisesRegex(lintel.ProtocolError, "redirects to http://127.0.0.1:9/"):
            self.shaky.usage()
        self.assertEqual(len(network.times), 1)
        with self.assertRaises(ValueError):
            Lintel("permits.example.org")


class Network(ClientTest):
    def test_a_broken_answer_is_repeated_with_its_id_and_charged_once(self) -> None:
        before = self.lintel.usage()["credits_used"]
        network.next("drop", "cut")
        page = self.shaky.permits.search(**ALL, size=13).page()
        self.assertEqual((len(page), page.answer.attempts), (13, 3))
        self.assertEqual((len(network.request_ids), len(set(network.request_ids))), (3, 1))
        self.assertEqual(self.lintel.usage()["credits_used"] - before, 13)

    def test_a_walk_through_failures_loses_and_repeats_nothing(self) -> None:
        whole = self.lintel.tags().to_list()
        network.next("pass", "cut", "pass", "drop", "pass")
        self.assertEqual(list(self.shaky.tags(size=10)), whole)

    def test_retry_after_is_waited_for(self) -> None:
        network.next((429, {"Retry-After": "1"}, "{}"), "pass")
        self.shaky.usage()
        self.assertGreaterEqual(network.times[1] - network.times[0], 0.99)
        hurried = self.client(key=service.key_of("few_requests"), max_wait=0.5)
        for _ in range(3):
            hurried.usage()
        with self.assertRaises(lintel.RateLimitError) as error:
            hurried.usage()
        self.assertGreater(error.exception.retry_after or 0, 1)
        self.assertEqual(error.exception.answer.attempts, 1)

    def test_what_cannot_be_mended_is_an_error(self) -> None:
        impatient = self.client(network.url, retries=1, timeout=1.0)
        network.next((500, {}, ""), (502, {}, "<html>"), "pass")
        with self.assertRaises(lintel.ServerError) as error:
            impatient.usage()
        self.assertEqual((error.exception.status, error.exception.body), (502, "<html>"))
        network.next("drop", "drop")
        with self.assertRaises(ConnectionError) as dropped:
            impatient.usage()
        self.assertIsInstance(dropped.exception, lintel.NoAnswerError)
        network.next("hang", "hang")
        with self.assertRaises(TimeoutError) as late:
            impatient.usage()
        self.assertIsInstance(late.exception, lintel.TimedOutError)

    def test_the_proxy_of_the_environment_is_used(self) -> None:
        network.next()
        variables = {"http_proxy": network.url, "no_proxy": ""}
        with patch.dict(os.environ, variables):
            client = self.client()
            self.assertEqual(client.liveness(), {"status": "ok"})
        self.assertEqual(network.targets, [f"{service.url}/healthz"])

    def test_a_connection_that_the_service_closed_meanwhile_is_not_used(self) -> None:
        now = 0.0
        connections = Connections(network.url, clock=lambda: now)
        self.addCleanup(connections.close)
        network.next()
        for now in (0.0, 29.0, 60.0):
            connections.get("/healthz", {}, 5.0)
        self.assertEqual((len(network.times), len(network.ports)), (3, 2))


def has(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


class Exports(ClientTest):
    def test_an_export_gives_the_records_of_the_search(self) -> None:
        found = self.lintel.permits.search(**ALL).to_list()
        self.assertGreater(len(found), 100)
        self.assertEqual(self.lintel.permits.export(**ALL).to_list(), found)
        few = self.lintel.permits.export(**ALL, fields="job_value", offset=1)
        self.assertEqual([list(permit) for permit in few], [["id", "job_value"]] * (len(found) - 1))
        self.assertEqual(self.lintel.permits.export(**ALL, permit_q="zzzz").to_list(), [])

    def test_an_export_that_is_cut_gives_every_record_once_and_charges_each_once(self) -> None:
        whole = self.lintel.permits.export().to_list()
        self.assertEqual(len(whole), 1000)
        before = self.lintel.usage()["credits_used"]
        cuts = [300, 20_000, 70_001, 500, 12_345]
        proxy = CuttingProxy(service.url, cuts)
        self.addCleanup(proxy.stop)
        self.assertEqual(self.client(proxy.url, retries=2).permits.export().to_list(), whole)
        self.assertEqual(proxy.cuts, [])
        for _ in range(100):
            if self.lintel.usage()["credits_used"] == before + len(whole):
                break
            time.sleep(0.05)
        self.assertEqual(self.lintel.usage()["credits_used"], before + len(whole))

    def test_a_body_shorter_than_its_length_is_not_taken_for_whole(self) -> None:
        whole = self.lintel.permits.export(**ALL).to_list()
        network.next("cut", "drop", "cut")
        self.assertEqual(self.shaky.permits.export(**ALL).to_list(), whole)
        self.assertEqual((len(network.request_ids), len(set(network.request_ids))), (4, 1))

    def test_an_export_ends_with_the_error_that_ends_it(self) -> None:
        heads: list[tuple[int, Any]] = []
        poor = self.client(
            key=service.key_of("few_credits"),
            on_answer=lambda answer: heads.append((answer.status, answer.credits)),
        )
        given = []
        with self.assertRaises(lintel.CreditLimitError):
            given.extend(poor.permits.export())
        self.assertEqual(heads, [(200, lintel.Credits(None, 30, 0)), (402, lintel.Credits(0, 30, 0))])
        proxy = CuttingProxy(service.url, [20, 20, 20])
        self.addCleanup(proxy.stop)
        with self.assertRaises(lintel.NoAnswerError) as cut:
            next(iter(self.client(proxy.url, service.key_of("unlimited"), retries=1).permits.export()))
        self.assertEqual((cut.exception.attempts, len(proxy.cuts)), (2, 1))
        network.next((200, {}, ""))
        with self.assertRaisesRegex(lintel.ProtocolError, "without an export"):
            self.shaky.permits.export().to_list()

    def test_leaving_an_export_closes_its_connection(self) -> None:
        # Refunds of what is left unread come later: they must not be among the charges that other tests count.
        own = self.client(key=service.key_of("unlimited"))
        # An account has at most four exports at a time.
        for _ in range(6):
            for _ in own.permits.export():
                break


class Frames(ClientTest):
    @unittest.skipIf(has("pandas"), "pandas is installed")
    def test_without_pandas_nothing_is_asked_and_the_error_says_what_to_install(self) -> None:
        with self.assertRaisesRegex(ModuleNotFoundError, "pip install pandas"):
            self.lintel.permits.search(**ALL).to_dataframe()
        self.assertIsNone(self.lintel.last_answer)

    @unittest.skipIf(has("geopandas"), "geopandas is installed")
    def test_without_geopandas_the_error_says_what_to_install(self) -> None:
        with self.assertRaisesRegex(ModuleNotFoundError, "pip install geopandas"):
            lintel.to_geodataframe([])

    @unittest.skipUnless(has("pandas"), "pandas is missing")
    def test_a_table_of_permits(self) -> None:
        permits = self.lintel.permits.search(**ALL).take(150)
        frame = permits.to_dataframe()
        self.assertEqual(list(frame["id"]), [permit["id"] for permit in permits])
        self.assertEqual(str(frame["start_date"].dtype)[:10], "datetime64")
        self.assertEqual(str(frame["job_value"].dtype), "Int64")
        self.assertTrue({"address_street", "county_id", "latitude"} <= set(frame.columns))
        self.assertEqual(len(lintel.to_dataframe([])), 0)
        undone = {**ALL, "permit_status": "in_review", "fields": ["final_date", "number"]}
        dates = self.lintel.permits.search(**undone).take(5).to_dataframe()["final_date"]
        self.assertEqual((len(dates) > 0, dates.notna().sum(), str(dates.dtype)[:10]), (True, 0, "datetime64"))
        contractors = self.lintel.contractors.search(**ALL).take(5).to_dataframe()
        self.assertIn("address_id", contractors.columns)

    @unittest.skipUnless(has("geopandas"), "geopandas is missing")
    def test_points_of_permits_and_addresses(self) -> None:
        for records in (self.lintel.permits.search(**ALL).take(50), self.lintel.addresses.search(q="main").take(20)):
            frame = records.to_geodataframe()
            self.assertEqual(frame.crs.to_epsg(), 4326)
            self.assertTrue(all(-180 <= point.x <= -60 for point in frame.geometry.dropna()))
            self.assertGreater(frame.geometry.notna().sum(), 0)
        unplaced = [{"latitude": None, "longitude": None}, {"latitude": 30.5, "longitude": -97.5}]
        self.assertEqual(list(lintel.to_geodataframe(unplaced).geometry.isna()), [True, False])
        with self.assertRaisesRegex(ValueError, "no coordinates"):
            lintel.to_geodataframe([{"id": "1"}])


class Source(unittest.TestCase):
    def test_it_is_read_by_the_oldest_python_that_it_names(self) -> None:
        for path in Path(lintel.__file__).parent.glob("*.py"):
            ast.parse(path.read_text(), feature_version=(3, 10))


if __name__ == "__main__":
    unittest.main()
